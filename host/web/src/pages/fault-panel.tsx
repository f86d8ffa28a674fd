import { useState } from 'react';
import type { ReactNode } from 'react';
import { isPluginError, SDK_VERSION } from '@orrery/sdk';
import { Button, ErrorPanel } from '@orrery/sdk/ui';
import type { FaultPanelProps } from '../../../../kernel/web/index.ts';
import { useKernel } from '../kernel-context.ts';

/** Names the plugin that failed, says why, and offers ways forward. */
export function FaultPanel({ pluginId, contribution, error, onRetry }: FaultPanelProps): ReactNode {
  const { runtime, ctx } = useKernel();
  const { t } = ctx.i18n;
  const [isCopied, setCopied] = useState(false);
  const plugin = runtime.status(pluginId)?.plugin.manifest;
  const name = plugin?.displayName ?? pluginId;
  const isPaused = isPluginError(error) && error.code === 'QUARANTINED';
  const message = error instanceof Error ? error.message : String(error);
  const report = [
    `${pluginId} ${plugin?.version ?? '?'} · ${contribution} · ${isPluginError(error) ? error.code : 'RENDER_FAILED'}`,
    `sdk ${SDK_VERSION} · ${navigator.userAgent}`,
    error instanceof Error ? (error.stack ?? message) : message,
  ].join('\n');
  const copy = () => {
    navigator.clipboard?.writeText(report).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <ErrorPanel
      title={t(isPaused ? 'fault.paused' : 'fault.title', { plugin: name })}
      message={message}
      detail={report}
      onRetry={onRetry}
      actions={
        <Button size="small" kind="ghost" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {t(isCopied ? 'fault.copied' : 'fault.copy')}
        </Button>
      }
    />
  );
}
