import type { ReactNode } from 'react';
import { IconButton, TextField } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { SECRET_MASK } from '../../contract.ts';
import type { SettingField } from './setting-fields.ts';

interface SecretFieldProps {
  readonly field: SettingField;
  /** The mask while one is stored, null when it is to go, a text when it is new. */
  readonly value: unknown;
  readonly isStored: boolean;
  readonly error?: string;
  onChange(value: string | null | undefined): void;
}

/** A secret: what is stored never comes back, so it can only be replaced or removed. */
export function SecretField({ field, value, isStored, error, onChange }: SecretFieldProps): ReactNode {
  const t = useT();
  const { title, description, isRequired } = field;
  const state = value === null ? 'secret.removed' : value === SECRET_MASK ? 'secret.stored' : value === undefined ? 'secret.none' : undefined;
  const unchanged = isStored ? SECRET_MASK : undefined;
  return (
    <div className="settings-secret">
      <TextField
        type="password"
        autoComplete="new-password"
        label={title}
        required={isRequired && !isStored}
        placeholder={value === SECRET_MASK ? '••••••••' : undefined}
        description={[description, state && t(state)].filter(Boolean).join(' ')}
        error={error}
        value={typeof value === 'string' && value !== SECRET_MASK ? value : ''}
        onChange={(text) => onChange(text === '' ? unchanged : text)}
      />
      {isStored && (
        <IconButton
          icon={value === null ? 'undo' : 'delete'}
          label={t(value === null ? 'secret.keep' : 'secret.remove', { title })}
          onClick={() => onChange(value === null ? SECRET_MASK : null)}
        />
      )}
    </div>
  );
}
