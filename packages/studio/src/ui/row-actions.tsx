/** What can be done with a row of a list: quiet buttons, as the same ones stand in each row. Their words end where the row does. */
import { Button, type ButtonProps, Group } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './row-actions.module.css';

const ROOM_BESIDE_WORDS = 8;

export function RowActions({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Group gap={0} justify="flex-end" wrap="nowrap" className={styles.actions} me={-ROOM_BESIDE_WORDS}>
      {children}
    </Group>
  );
}

const LOOK = {
  size: 'xs',
  variant: 'subtle',
  color: 'gray',
  fz: 'var(--text-s)',
  fw: 500,
  px: ROOM_BESIDE_WORDS,
} as const satisfies ButtonProps;

export function RowButton(properties: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>): ReactNode {
  return <Button {...LOOK} {...properties} />;
}

/** The same as a link to where more is done. */
export const RowLink = createLink(
  (properties: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>): ReactNode => (
    <Button component="a" {...LOOK} {...properties} />
  ),
);
