import type { ReactNode } from 'react';
import { PLUGIN_ERROR_CODES } from '@orrery/sdk';
import { useT } from '@orrery/sdk/web';
import { Disclosure } from '@orrery/sdk/ui';
import type { PluginLine } from './states/merge-plugins.ts';

const CODES: ReadonlySet<string> = new Set(PLUGIN_ERROR_CODES);

/** Why a plugin does not run, and what to do; the technical text is one click away. */
export function ReasonText({ line }: { readonly line: PluginLine }): ReactNode {
  const t = useT();
  const { reason } = line;
  if (!reason) return line.faults > 0 ? t('faults', { count: line.faults }) : null;
  if (reason.code === 'DISABLED') return reason.message || t('reason.DISABLED');
  const isKnown = CODES.has(reason.code);
  return (
    <div className="plugin-manager-reason">
      <p>
        {line.isServerReason && `${t('onServer')} `}
        {isKnown ? t(`reason.${reason.code}`) : reason.message}
      </p>
      {isKnown && <p className="plugin-manager-secondary">{t(`fix.${reason.code}`)}</p>}
      {isKnown && (
        <Disclosure title={t('details')}>
          <p className="plugin-manager-secondary">
            <code>{reason.code}</code> {reason.message}
          </p>
        </Disclosure>
      )}
    </div>
  );
}
