/** One line to write in. Its lines begin on the side of the script that is typed; before that, where the page begins them. */
import { TextInput as LibraryTextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

export function TextInput({ dir = 'auto', ...properties }: TextInputProps): ReactNode {
  // The library gives `dir` to what surrounds the input, whose direction does not follow what is typed.
  return <LibraryTextInput attributes={{ input: { dir } }} {...properties} />;
}
