import type { JsonObject } from '@orrery/sdk';
import type { AssetSecrets } from '../../../import-export/contract.ts';
import { MASK } from '../connection-parameters.ts';

const isMissing = (value: unknown): boolean => value === MASK || value === undefined || value === null || value === '';

/** What the import dialog must ask for a tunnel whose secrets the file leaves out, in the phrases it looks for. */
export function tunnelProblems(tunnel: JsonObject, secrets: AssetSecrets): readonly string[] {
  const problems: string[] = [];
  if (tunnel['password'] === MASK && !secrets.sshTunnelPassword) problems.push('Must provide a password for the ssh tunnel');
  if (tunnel['private_key'] === MASK || tunnel['private_key_password'] === MASK) {
    if (!secrets.sshTunnelPrivateKey && isMissing(tunnel['private_key'])) problems.push('Must provide a private key for the ssh tunnel');
    if (!secrets.sshTunnelPrivateKeyPassword && tunnel['private_key_password'] === MASK) problems.push('Must provide a private key password for the ssh tunnel');
  }
  return problems;
}
