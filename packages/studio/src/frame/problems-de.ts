/**
 * What the API refuses, in German: by code, and by rule with the numbers that the server's message names. The server speaks
 * English; what has no words here is shown as it says it.
 */
import type { ErrorCode } from '../../../contract/src/errors.ts';
import type { Metric } from '../../../contract/src/plan-metrics.ts';
import type { ProblemWords, Refusal, Violation } from '../api/problem.ts';

export const problemsInGerman: ProblemWords = {
  unreachable: 'Der Server ist nicht zu erreichen.',
  sessionEnded: 'Ihre Sitzung ist abgelaufen.',
  refusal,
  violation: ({ rule, message }) => rules[rule]?.(numbersIn(message), message) ?? null,
};

type RuleWords = (numbers: readonly string[], message: string) => string | null;

const rules: Readonly<Record<string, RuleWords>> = {
  required: () => 'Bitte füllen Sie dieses Feld aus; es ist ein Pflichtfeld.',
  min_length: ([least, count]) => bound('Mindestens', least, 'Zeichen', count),
  max_length: ([most, count]) => bound('Höchstens', most, 'Zeichen', count),
  min: (_, message) => limit('Mindestens', message),
  max: (_, message) => limit('Höchstens', message),
  min_items: ([least, count]) => bound('Mindestens', least, 'in der Liste', count),
  max_items: ([most, count]) => bound('Höchstens', most, 'in der Liste', count),
  unique_items: () => 'Das steht schon in der Liste.',
  unique: () => 'Bitte wählen Sie etwas anderes; ein anderer Eintrag hat diesen Wert schon.',
  in: (_, message) => {
    const listed = /^Give one of (.+)\.$/.exec(message)?.[1];
    return listed === undefined ? null : `Bitte wählen Sie eines von diesen: ${listed}.`;
  },
  pattern: () => 'Das hat nicht die Form, die hier verlangt ist.',
  format: () => 'Das hat nicht die Form, die hier verlangt ist.',
  link: () => 'Was hier verlinkt ist, gibt es nicht; bitte wählen Sie etwas anderes.',
  unpublished: () => 'Was hier verlinkt ist, ist nicht veröffentlicht; bitte veröffentlichen Sie es mit.',
  archived: () => 'Der Eintrag ist archiviert; bitte holen Sie ihn zuerst aus dem Archiv zurück.',
  content_types: () => 'Einträge dieses Typs werden hier nicht angenommen.',
  mime_types: () => 'Dateien dieser Art werden hier nicht angenommen.',
  max_size: ([most]) => bound('Die Datei ist zu groß: höchstens', most, 'Byte'),
};

/** The digits in a message, in their order, written as Germans write numbers. */
function numbersIn(message: string): readonly string[] {
  return (message.match(/-?\d+(?:\.\d+)?/g) ?? []).map((digits) =>
    Number(digits).toLocaleString('de', { maximumFractionDigits: 20 }),
  );
}

/** A smallest or largest value: a number, or a day. */
function limit(word: string, message: string): string | null {
  const named = /^Give (\S+) or (?:more|less)\.$/.exec(message)?.[1];
  if (named === undefined) return null;
  return `${word} ${Number.isNaN(Number(named)) ? named : (numbersIn(named)[0] ?? named)}.`;
}

/** Null where the message names no bound. */
function bound(word: string, most: string | undefined, unit: string, count?: string): string | null {
  if (most === undefined) return null;
  return count === undefined ? `${word} ${most} ${unit}.` : `${word} ${most} ${unit}; es sind ${count}.`;
}

const METRICS: Readonly<Record<Metric, string>> = {
  entries: 'Einträge',
  assets: 'Dateien',
  asset_bytes: 'Byte in Dateien',
  spaces: 'Spaces',
  environments: 'Umgebungen',
  locales: 'Sprachen',
  content_types: 'Inhaltstypen',
  members: 'Mitglieder',
  api_keys: 'API-Schlüssel',
  webhooks: 'Webhooks',
};

const SECOND_MS = 1000;
/** From here on something went wrong on the side of the server. */
const SERVER_ERRORS = 500;

function refusal({ status, code, detail, violations, retryAfterMs }: Refusal): string | null {
  if (code === 'validation_failed') return summary(violations);
  if (status === 429) {
    const when = retryAfterMs === null ? 'gleich' : `in ${Math.ceil(retryAfterMs / SECOND_MS)} Sekunden`;
    return `Das waren zu viele Anfragen. Bitte versuchen Sie es ${when} wieder.`;
  }
  if (code === 'plan_limit_reached') {
    const what = METRICS[detail.metric as Metric] ?? String(detail.metric);
    return `Die Grenze des Tarifs ist erreicht: ${number(detail.limit)} ${what}.`;
  }
  if (code === 'internal_error')
    return `Auf dem Server ist etwas schiefgegangen. Nennen Sie bei Rückfragen bitte ${String(detail.request_id)}.`;
  const words = codes[code as ErrorCode];
  if (words !== undefined) return words;
  return status >= SERVER_ERRORS ? 'Der Server kann das gerade nicht. Bitte versuchen Sie es gleich wieder.' : null;
}

const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthenticated: 'Die Anmeldung wurde nicht angenommen. Bitte prüfen Sie Ihre Angaben.',
  insufficient_permission: 'Ihre Rolle erlaubt das nicht.',
  wrong_plane: 'Ihre Rolle erlaubt das nicht.',
  email_unverified: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  account_suspended: 'Das Konto ist gesperrt.',
  signup_closed: 'Hier kann man sich nicht selbst registrieren.',
  not_found: 'Das gibt es nicht oder nicht mehr, oder Sie dürfen es nicht sehen.',
  version_conflict: 'Jemand anderes hat inzwischen gespeichert.',
  slug_conflict: 'Ein anderer Eintrag hat diesen Slug schon.',
  conflict: 'Das widerspricht dem, was schon gespeichert ist.',
  invalid_transition: 'In diesem Zustand geht das nicht.',
  content_type_in_use: 'Von diesem Inhaltstyp gibt es noch Einträge.',
  field_has_data: 'In diesem Feld stehen noch Werte.',
  environment_not_ready: 'Die Umgebung wird noch angelegt.',
  payload_too_large: 'Das ist zu groß.',
  unsupported_media_type: 'Dateien dieser Art werden nicht angenommen.',
  unavailable: 'Der Dienst ist gerade nicht zu erreichen. Bitte versuchen Sie es gleich wieder.',
};

/** The first violation, and how many there are beside it; null where the first has no words. */
function summary([first, ...others]: readonly Violation[]): string | null {
  const words = first === undefined ? null : problemsInGerman.violation(first);
  if (words === null || others.length === 0) return words;
  return `${words} (Und ${others.length === 1 ? 'ein weiteres Problem' : `${others.length} weitere Probleme`}.)`;
}

function number(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('de') : String(value);
}
