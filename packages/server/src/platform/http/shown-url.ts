/** URLs as they may be shown to those whose requests they were of: without tokens and secrets, and not too long. */
import { masked } from './log-mask.ts';

const CHARACTERS_SHOWN_MAX = 500;
const HIDDEN = '[hidden]';
const CUT = '…';
/** Names of parameters whose values are secrets. */
const SECRET_NAME = /password|secret|token|authorization|cookie|api[-_]?key|signature|^(?:code|state|preview)$/i;
const PARAMETER = /([?&])([^=&]*)=([^&]*)/g;

/** @param url as a client sent it */
export function shownUrl(url: string): string {
  const shown = masked(url.replace(PARAMETER, withoutSecret));
  return shown.length > CHARACTERS_SHOWN_MAX ? `${shown.slice(0, CHARACTERS_SHOWN_MAX)}${CUT}` : shown;
}

function withoutSecret(parameter: string, before: string, name: string): string {
  return SECRET_NAME.test(unescaped(name)) ? `${before}${name}=${HIDDEN}` : parameter;
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
