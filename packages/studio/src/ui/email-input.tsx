/** The field for the e-mail address by which somebody logs in. */
import { useLingui } from '@lingui/react/macro';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

export function EmailInput(properties: TextInputProps): ReactNode {
  const { t } = useLingui();
  return (
    <TextInput label={t`E-mail address`} name="email" type="email" autoComplete="username" required {...properties} />
  );
}
