/** The field of a password, whose button that shows it has a name. */
import { useLingui } from '@lingui/react/macro';
import { PasswordInput as BarePasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** The library's input for passwords, with words of ours on what shows them. */
export function PasswordInput(properties: PasswordInputProps): ReactNode {
  const { t } = useLingui();
  return <BarePasswordInput visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }} {...properties} />;
}
