/** The name of an environment or an alias, as a form takes it. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextInput } from '../../../ui/index.ts';

interface NameInputProperties {
  /** The path of the value that the server refuses. */
  readonly name?: string;
  readonly label?: string;
  readonly description?: string;
  readonly onChange?: (name: string) => void;
}

export function NameInput({ name = 'name', label, description, onChange }: NameInputProperties): ReactNode {
  const { t } = useLingui();
  return (
    <TextInput
      label={label ?? t`Name`}
      description={description ?? t`Lower-case letters, digits, dots, hyphens and underscores`}
      name={name}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      pattern="[a-z0-9][a-z0-9._\-]{0,63}"
      data-advice={t`Use lower-case letters, digits, dots, hyphens and underscores.`}
      required
      data-autofocus
    />
  );
}
