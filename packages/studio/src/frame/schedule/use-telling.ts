/** In which language times are told, and what time it is. */
import { useLingui } from '@lingui/react/macro';
import type { Language } from '../../languages/languages.ts';
import type { Telling } from './zoned-words.ts';

export function useTelling(): Telling {
  const { i18n } = useLingui();
  return { language: i18n.locale as Language, now: Date.now() };
}
