/** In which language a person gets mails about their user. */
import { type Language, storedLanguage } from '../../platform/kit/language.ts';
import type { UserRow } from './tables.ts';

/** That of the request which the mail is about; where it has none, as a command of the operator, that of their last log-in. */
export function languageFor(
  { language }: Pick<UserRow, 'language'>,
  request: { readonly language?: Language | undefined },
): Language {
  return request.language ?? storedLanguage(language);
}
