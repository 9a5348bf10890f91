/** An area that grows with its text: by its style where the browser can (`field-sizing`), else by measuring at each key. */
import { Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './growing-textarea.module.css';

const GROWS_BY_STYLE = CSS.supports('field-sizing', 'content');

interface GrowingTextareaProperties extends Omit<TextareaProps, 'autosize' | 'classNames' | 'styles'> {
  /** Lines that there is room for from the beginning. */
  readonly minRows: number;
  /** Lines from which on it scrolls; it grows without end if not given. */
  readonly maxRows?: number;
  /** Looks of what is written in. */
  readonly inputClass?: string | undefined;
}

export function GrowingTextarea({ inputClass = '', dir = 'auto', ...given }: GrowingTextareaProperties): ReactNode {
  // As in a `TextInput`.
  const properties = { ...given, attributes: { input: { dir } } };
  if (!GROWS_BY_STYLE) return <Textarea {...properties} classNames={{ input: inputClass }} autosize />;
  const rows = { '--rows-least': properties.minRows, '--rows-most': properties.maxRows };
  return (
    <Textarea {...properties} classNames={{ input: `${styles.growing} ${inputClass}` }} styles={{ input: rows }} />
  );
}
