/** The schema of every name in a body. Invariant: no name contains control characters. */
import { type TString, type TStringOptions, Type } from 'typebox';
import { NAME_ADVICE, NAME_PATTERN } from '../kit/control-characters.ts';

/** A name of at least one character. */
export function NameText(maxLength: number, options: TStringOptions = {}): TString {
  return Type.String({ minLength: 1, maxLength, pattern: NAME_PATTERN, 'x-mismatch': NAME_ADVICE, ...options });
}
