/** The ways to rewrite a text, in words. */
import { useLingui } from '@lingui/react/macro';
import type { Manner } from './tasks.ts';

export function useManners(): readonly { readonly manner: Manner; readonly words: string }[] {
  const { t } = useLingui();
  return [
    { manner: 'improve', words: t`Improve` },
    { manner: 'shorten', words: t`Shorten` },
    { manner: 'lengthen', words: t`Make longer` },
    { manner: 'correct', words: t`Fix spelling` },
    { manner: 'told', words: t`Tell it what to change…` },
  ];
}
