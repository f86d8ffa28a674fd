import type { User } from '@orrery/sdk';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { ConnectorContribution, Impersonation } from '@orrery/sdk/server';

/** Who asks, as far as databases are asked in their name. */
export type Caller = Pick<User, 'username' | 'isAnonymous'>;

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** In whose name a database that is set to it is asked. Never falls back to the stored account: throws ConnectorError where there is no such name. */
export function impersonationOf({ username, isAnonymous }: Caller, database: string, connector: ConnectorContribution | undefined): Impersonation {
  const refuse = (reason: string): ConnectorError => new ConnectorError('access-denied', `The database "${database}" is asked in the name of each user. ${reason}`, undefined, ['impersonate_user']);
  if (isAnonymous || username === '') throw refuse('Sign in to read it.');
  if (CONTROL.test(username)) throw refuse('Your name holds characters no database knows.');
  if (connector && !connector.supportsImpersonation) throw refuse(`${connector.title} has no accounts of users. Switch "impersonate_user" off in its settings.`);
  return { username };
}

/** Refuses a body that would have a database of this engine asked in the name of each user although the engine cannot be. */
export function requireImpersonation(isWanted: boolean, connector: ConnectorContribution): void {
  if (!isWanted || connector.supportsImpersonation) return;
  throw new HttpError(422, { message: { impersonate_user: [`${connector.title} cannot be asked in the name of each user: its connector knows no accounts of users. Leave this off.`] } });
}
