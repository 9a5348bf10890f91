/** A field with a list of choices: the library's, which is loaded with the first one that is shown, as few values have one. */
import type { ComponentProps } from 'react';
import { inPlace, type Select } from '../ui/index.ts';

const HEIGHT = 36;

export const Choices = inPlace<ComponentProps<typeof Select<string>>>(
  HEIGHT,
  async () => (await import('./choice-list.tsx')).ChoiceList,
);
