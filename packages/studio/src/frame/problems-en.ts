/**
 * What the API refuses, in English: the server's own sentence, unless it is for developers. Those that name paths, ids, JSON
 * or HTTP are said for people who write, by rule and by code.
 */
import type { ErrorCode } from '../../../contract/src/errors.ts';
import type { RuleName } from '../../../contract/src/violations.ts';
import type { ProblemWords, Refusal, Violation } from '../api/problem.ts';

/** What only people who call the API know: names with underscores, code, paths, and the words of its protocol. */
const FOR_DEVELOPERS =
  /[`{}]|\w_\w|(^|\s)\/\w|\bapi\b|\b(JSON|HTTP|ISO 8601|UTF-8|GET|POST|PUT|PATCH|Bearer|null)\b|\bthe (path|body|header|query|request|resource|parameter)\b|\bids?\b/;

export const problemsInEnglish: ProblemWords = {
  unreachable: 'The server cannot be reached.',
  sessionEnded: 'Your session has ended.',
  refusal,
  violation,
};

const NOT_HERE = 'This is not available here. Choose something else, or leave it out.';
const OTHER_KIND = 'This is not the kind of value that belongs here.';

/** Values of entries. What is wrong with content types and settings is for developers, and keeps their words. */
const OF_AN_ENTRY = /^(slug$|fields\.(?!\d))/;

/** Rules whose sentences of the server name fields and other things by their ids. */
const rules: Readonly<Partial<Record<RuleName, string>>> = {
  content_types: 'Entries of this type cannot be linked here.',
  exists: 'This does not exist or has been deleted. Choose something else.',
  ids: NOT_HERE,
  link: 'What is linked here no longer exists. Remove the link, or choose something else.',
  locale: 'This language cannot be used here.',
  rich_text: 'This text has something in it that cannot be saved here.',
  type: OTHER_KIND,
  unique: 'Choose another value; another entry has this one already.',
  unknown: NOT_HERE,
  unpublished: 'What is linked here is not published. Publish it too, or readers will not see it.',
};

function violation({ path, rule, message }: Violation): string {
  if (!OF_AN_ENTRY.test(path)) return message;
  if (rule === 'required') return 'Fill this in; it is required.';
  if (!isForDevelopers(message)) return message;
  return rules[rule as RuleName] ?? 'This value cannot be saved as it is.';
}

const NOT_UNDERSTOOD = 'The server did not understand Studio. Reload the page, then try again.';

const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  malformed_request: NOT_UNDERSTOOD,
  unauthenticated: 'You are no longer logged in, or what you entered is not valid. Log in again.',
  wrong_plane: 'Your role does not allow this.',
  insufficient_permission: 'Your role does not allow this. Ask an owner or admin.',
  account_suspended: 'This account is suspended. Ask its owners or whoever runs this service why.',
  second_factor_required: 'Confirm with your second factor first.',
  not_found: 'This no longer exists, or you cannot see it.',
  method_not_allowed: NOT_UNDERSTOOD,
  not_acceptable: NOT_UNDERSTOOD,
  request_timeout: 'This took too long to arrive. Try again.',
  version_conflict: 'Someone else has changed this in the meantime.',
  slug_conflict: 'Choose another slug; another entry has this one.',
  invalid_transition: 'This is not possible in the state that the entry is in.',
  environment_not_ready: 'The environment is still being created. Try again in a moment.',
  idempotency_conflict: 'This is already being done. Wait a moment, then check again.',
  payload_too_large: 'This is too large.',
  unsupported_media_type: 'Files of this kind cannot be used here.',
  headers_too_large: NOT_UNDERSTOOD,
  api_quota_exceeded: 'Too many requests. Wait a moment, then try again.',
  unavailable: 'The service cannot be reached right now. Try again in a moment.',
};

/** From here on something went wrong on the side of the server. */
const SERVER_ERRORS = 500;

/** Null where the server's own sentence stays: what is said of the model is for developers. */
function refusal({ status, code, detail, violations }: Refusal): string | null {
  if (code === 'validation_failed') return summary(violations);
  const told = typeof detail.message === 'string' ? detail.message : null;
  if (code === 'internal_error')
    return `Something went wrong on the server. If you ask for help, quote ${String(detail.request_id)}.`;
  if (told !== null && !isForDevelopers(told)) return told;
  const words = codes[code as ErrorCode];
  if (words !== undefined) return words;
  return status >= SERVER_ERRORS ? 'The server cannot do this right now. Try again in a moment.' : null;
}

/** The first violation, and how many there are beside it; null without any. */
function summary([first, ...others]: readonly Violation[]): string | null {
  if (first === undefined) return null;
  const words = violation(first);
  if (others.length === 0) return words;
  return `${words} (And ${others.length === 1 ? 'one more problem' : `${others.length} more problems`}.)`;
}

function isForDevelopers(message: string): boolean {
  return FOR_DEVELOPERS.test(message);
}
