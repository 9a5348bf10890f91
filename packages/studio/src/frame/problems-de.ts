/**
 * What the API refuses, in German: by code, and by rule with its parameters. Every rule of the contract has its sentence here;
 * what a newer server adds to them is shown as it says it, in English.
 */
import type { ErrorCode } from '../../../contract/src/errors.ts';
import type { ValueFormat } from '../../../contract/src/fields.ts';
import type { Metric } from '../../../contract/src/plan-metrics.ts';
import type { RuleName, RuleParams, TargetReason, ZoneReason } from '../../../contract/src/violations.ts';
import type { ProblemWords, Refusal, Violation } from '../api/problem.ts';

export const problemsInGerman: ProblemWords = {
  unreachable: 'Der Server ist nicht zu erreichen.',
  sessionEnded: 'Ihre Sitzung ist abgelaufen.',
  refusal,
  violation: ({ rule, params }) => {
    const words = Object.hasOwn(rules, rule) ? rules[rule as RuleName] : null;
    return typeof words === 'function' ? words((params ?? {}) as never) : words;
  },
};

type Limit = RuleParams['max_length'];
type Listed = RuleParams['content_types'];

const NOT_RIGHT = 'Das stimmt nicht oder gilt nicht mehr. Bitte prüfen Sie es.';
const OTHER_FORM = 'Das hat nicht die erwartete Form.';
const OTHER_KIND = 'Hier wird etwas anderes erwartet.';
const NOT_HERE = 'Das gibt es hier nicht. Bitte geben Sie etwas anderes an oder lassen Sie es weg.';
const ONCE = 'Bitte geben Sie das nur einmal an.';
const UNUSABLE_FILE = 'Diese Datei kann nicht verarbeitet werden. Bitte speichern Sie sie neu.';

const formats: Readonly<Record<ValueFormat, string>> = {
  email: 'Bitte geben Sie eine E-Mail-Adresse an, etwa anna@example.com.',
  url: 'Bitte geben Sie eine vollständige Adresse an, die mit https:// oder http:// beginnt.',
  color: 'Bitte geben Sie eine Farbe an, etwa #0af oder #00aaff.',
  uuid: 'Bitte geben Sie eine UUID an, etwa 123e4567-e89b-12d3-a456-426614174000.',
};

/** Why nothing can be sent to an address; a newer server may have other reasons. */
const targets: Readonly<Record<TargetReason, string>> = {
  form: formats.url,
  scheme: formats.url,
  credentials: 'Bitte nehmen Sie Namen und Passwort aus der Adresse und senden Sie sie in einem Header.',
  fragment: 'Bitte entfernen Sie den Teil nach dem #; er wird nie gesendet.',
  port: 'An diesem Port stehen keine Webserver. Bitte verwenden Sie 80, 443 oder einen freien.',
  private:
    'Der Host liegt in einem privaten oder reservierten Netz. Bitte verwenden Sie einen im öffentlichen Internet.',
  own: 'Das ist die Adresse dieses Dienstes selbst. Bitte verwenden Sie einen anderen Empfänger.',
};

/** Why a local time is no instant; a newer server may have other reasons. */
const zones: Readonly<Record<ZoneReason, string>> = {
  unknown: 'Diese Zeitzone gibt es nicht. Bitte wählen Sie eine andere, etwa Europe/Berlin.',
  gap: 'Diese Uhrzeit gibt es an dem Tag nicht, weil die Uhren vorgestellt werden. Bitte wählen Sie eine andere.',
  twice:
    'Diese Uhrzeit gibt es an dem Tag zweimal, weil die Uhren zurückgestellt werden. Bitte wählen Sie eine der beiden.',
};

/** The sentence of each rule, from its parameters. */
const rules: {
  readonly [Rule in RuleName]: RuleParams[Rule] extends null ? string : (params: RuleParams[Rule]) => string;
} = {
  archived: 'Der Eintrag ist archiviert; bitte holen Sie ihn zuerst aus dem Archiv zurück.',
  as_of: ({ oldest, latest, limit }) =>
    limit === undefined
      ? `Bitte wählen Sie eine Revision von ${oldest ?? 1} bis ${latest ?? ''}.`
      : 'Bitte wählen Sie einen späteren Zeitpunkt; seitdem hat sich zu viel geändert.',
  changed_since: 'Das wurde inzwischen geändert.',
  characters: 'Bitte entfernen Sie die Zeichen, die nicht erlaubt sind.',
  common: 'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes, etwa vier Wörter ohne Zusammenhang.',
  conflict: 'Diese Angaben widersprechen einander.',
  const: oneOf,
  content_type: 'Bitte wählen Sie dafür einen Inhaltstyp.',
  circle: 'Eine Komponente kann sich nicht selbst enthalten.',
  component: 'Diese Komponente wird hier nicht angenommen. Bitte wählen Sie eine der Komponenten des Feldes.',
  content_types: () => 'Einträge dieses Typs werden hier nicht angenommen.',
  context: 'Das Passwort besteht aus einem Namen oder einer Adresse, die andere kennen. Bitte wählen Sie ein anderes.',
  cursor: 'Diese Seite der Liste gibt es nicht mehr. Bitte beginnen Sie von vorn.',
  default: 'Es gibt immer eine Standardsprache. Bitte machen Sie eine andere dazu.',
  depth: (limit) => atMost(limit, 'Ebenen'),
  dns: 'Die Nameserver dieser Domain haben nicht geantwortet. Bitte versuchen Sie es später noch einmal.',
  doctype: UNUSABLE_FILE,
  empty: 'Die Datei ist leer.',
  encoding: UNUSABLE_FILE,
  enum: oneOf,
  exclusive: 'Bitte geben Sie nur eines von beiden an.',
  exists: 'Das gibt es nicht oder nicht mehr. Bitte wählen Sie etwas anderes.',
  field: 'Bitte wählen Sie ein passendes Feld dieses Inhaltstyps.',
  fields: 'Bitte wählen Sie einen Inhaltstyp mit Textfeldern.',
  file: 'Bitte laden Sie die Datei hoch.',
  format: ({ format }) => (format === undefined ? OTHER_FORM : formats[format]),
  former_id: 'Websites, die ein anderes Feld noch unter dieser früheren ID lesen, bekommen von nun an dieses Feld.',
  future: 'Dieser Zeitpunkt ist vorbei. Bitte wählen Sie einen späteren.',
  header: OTHER_FORM,
  ids: NOT_HERE,
  in: oneOf,
  items: 'Bitte wählen Sie, woraus die Liste besteht.',
  key: 'Dieser Name ist hier nicht möglich. Bitte wählen Sie einen anderen.',
  kind: 'Das passt nicht zu dieser Art von Schlüssel. Bitte lassen Sie es weg.',
  length: (limit) => atMost(limit, 'Zeichen'),
  link: 'Was hier verlinkt ist, gibt es nicht; bitte wählen Sie etwas anderes.',
  locale: 'Diese Sprache kann hier nicht verwendet werden. Bitte wählen Sie eine andere.',
  loop: 'Diese Ersatzsprache würde zur Sprache selbst zurückführen. Bitte wählen Sie eine andere.',
  marks: ({ names }) => `Das ist in diesem Feld nicht erlaubt: ${names.join(', ')}.`,
  masked: 'Bitte geben Sie den Wert neu ein.',
  match: NOT_RIGHT,
  max: ({ limit }) => `Höchstens ${shown(limit)}.`,
  max_bytes: (limit) => atMost(limit, 'Byte'),
  max_containers: (limit) => atMost(limit, 'Listen und Objekte'),
  max_depth: (limit) => atMost(limit, 'Ebenen'),
  max_duration: () => 'Die Verarbeitung dieses Bildes dauert zu lange. Bitte verwenden Sie ein kleineres.',
  max_entries: (limit) => atMost(limit, 'Einträge'),
  max_frames: (limit) => atMost(limit, 'Einzelbilder'),
  limit: (limit) => atMost(limit, 'Einträge'),
  max_items: (limit) => atMost(limit, 'in der Liste'),
  max_keys: (limit) => atMost(limit, 'verschiedene Namen'),
  max_length: (limit) => atMost(limit, 'Zeichen'),
  max_memory: 'Dieses Bild ist zu groß für den Server. Bitte verwenden Sie ein kleineres.',
  max_pixels: (limit) => atMost(limit, 'Pixel'),
  max_side: (limit) => atMost(limit, 'Pixel auf einer Seite'),
  max_size: ({ limit }) => `Die Datei ist zu groß: höchstens ${shown(limit)} Byte.`,
  max_words: (limit) => atMost(limit, 'Wörter'),
  metadata: UNUSABLE_FILE,
  mime_type: 'Bitte wählen Sie ein Bild aus Pixeln, etwa ein JPEG oder ein PNG.',
  mime_types: () => 'Dateien dieser Art werden hier nicht angenommen.',
  min: ({ limit }) => `Mindestens ${shown(limit)}.`,
  min_items: (limit) => atLeast(limit, 'in der Liste'),
  min_length: (limit) => atLeast(limit, 'Zeichen'),
  nodes: ({ names }) => `Das ist in diesem Feld nicht erlaubt: ${names.join(', ')}.`,
  number: 'Diese Zahl ist zu groß oder hat zu viele Ziffern, um genau gespeichert zu werden.',
  once: ONCE,
  operator: 'Danach kann hier nicht gefiltert werden.',
  order: 'Danach kann hier nicht sortiert werden.',
  other: 'Bitte wählen Sie eine andere Umgebung.',
  past: 'Dieser Zeitpunkt ist schon vorbei. Bitte wählen Sie einen späteren.',
  pattern: () => OTHER_FORM,
  previous_id: 'Ein Feld mit dieser früheren ID gibt es hier nicht.',
  range: ({ min, max }) => `Bitte geben Sie eine Zahl von ${shown(min)} bis ${shown(max)} an.`,
  readable: UNUSABLE_FILE,
  record: OTHER_KIND,
  repeated: ONCE,
  required: missing,
  reserved: 'Dieser Name ist vergeben. Bitte wählen Sie einen anderen.',
  response_size: () => 'Die Antwort wäre zu groß. Bitte fragen Sie nach weniger.',
  restore: 'Bitte geben Sie an, ob die ausgeblendeten Werte wiederhergestellt werden.',
  rich_text: 'Dieser Text enthält etwas, das hier nicht stehen kann.',
  role: 'Dafür reicht diese Rolle nicht.',
  secret: 'Darin steht vielleicht ein Geheimnis. Wer den Inhaltstyp lesen darf, sieht es.',
  select: NOT_HERE,
  size: (limit) => atMost(limit, 'auf einmal'),
  slug: 'Bitte verwenden Sie nur Buchstaben, Ziffern und die Zeichen . _ ~ / -',
  target: ({ reason }) => targets[reason] ?? 'An diese Adresse kann nichts geschickt werden.',
  txt_record: 'Bitte veröffentlichen Sie zuerst den TXT-Eintrag der Domain.',
  type: OTHER_KIND,
  unique: 'Bitte wählen Sie etwas anderes; ein anderer Eintrag hat diesen Wert schon.',
  unique_items: 'Das steht schon in der Liste.',
  unknown: NOT_HERE,
  unpublished: 'Was hier verlinkt ist, ist nicht veröffentlicht; bitte veröffentlichen Sie es mit.',
  url: OTHER_FORM,
  validations: 'Diese Vorgabe passt nicht zum Feld.',
  well_formed: UNUSABLE_FILE,
  words: 'Bitte geben Sie ein Wort an, nach dem gesucht wird.',
  work: 'Das dauert zu lange. Bitte versuchen Sie es mit weniger.',
  zone: ({ reason }) => zones[reason] ?? OTHER_FORM,
  maximum: ({ limit }) => `Höchstens ${shown(limit)}.`,
  maxItems: (limit) => atMost(limit, 'in der Liste'),
  maxLength: (limit) => atMost(limit, 'Zeichen'),
  maxProperties: (limit) => atMost(limit, 'in der Liste'),
  minimum: ({ limit }) => `Mindestens ${shown(limit)}.`,
  minItems: (limit) => atLeast(limit, 'in der Liste'),
  minLength: (limit) => atLeast(limit, 'Zeichen'),
  minProperties: () => 'Bitte geben Sie an, was geändert werden soll.',
  propertyNames: 'Dieser Name ist hier nicht möglich. Bitte wählen Sie einen anderen.',
  uniqueItems: 'Das steht schon in der Liste.',
  anyOf: OTHER_KIND,
  not: OTHER_FORM,
};

function atMost({ limit, given, unit }: Limit, what: string): string {
  return bound('Höchstens', limit, unit === 'bytes' ? 'Byte' : what, given);
}

function atLeast({ limit, given }: Limit, what: string): string {
  return bound('Mindestens', limit, what, given);
}

function bound(word: string, limit: number, what: string, given: number | undefined): string {
  return `${word} ${shown(limit)} ${what}${given === undefined ? '' : `; es sind ${shown(given)}`}.`;
}

/** Of a value, or of what a change of the model requires of entries. */
function missing({ entries, published = 0 }: RuleParams['required']): string {
  if (entries === undefined) return 'Bitte füllen Sie dieses Feld aus; es ist ein Pflichtfeld.';
  const where = entries === 1 ? '1 Eintrag fehlt der Wert' : `${shown(entries)} Einträgen fehlt der Wert`;
  return `${where}, davon veröffentlicht: ${shown(published)}. Vor dem nächsten Veröffentlichen muss er ausgefüllt werden.`;
}

const LISTED_MAX = 20;

function oneOf({ listed = [] }: Listed): string {
  const more = listed.length > LISTED_MAX ? ', …' : '';
  return `Bitte wählen Sie eines von diesen: ${listed.slice(0, LISTED_MAX).map(shown).join(', ')}${more}.`;
}

/** A number as Germans write it; a day or a word as it is. */
function shown(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('de', { maximumFractionDigits: 20 }) : String(value);
}

/** What plans limit. */
const METRICS: Readonly<Record<Metric | 'ai_tokens_per_month', string>> = {
  ai_tokens_per_month: 'KI-Tokens in diesem Monat',
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
    return `Das waren zu viele Anfragen. Bitte versuchen Sie es ${when} noch einmal.`;
  }
  if (code === 'plan_limit_reached') {
    const what = METRICS[detail.metric as Metric] ?? String(detail.metric);
    return `Die Grenze des Tarifs ist erreicht: ${shown(detail.limit)} ${what}.`;
  }
  if (code === 'internal_error')
    return `Auf dem Server ist etwas schiefgegangen. Nennen Sie bei Rückfragen bitte ${String(detail.request_id)}.`;
  // Nobody without the permission is offered what needs it, so it is the switch.
  if (code === 'insufficient_permission' && detail.permission === 'ai.use')
    return 'KI-Hilfen sind in diesem Space oder Konto ausgeschaltet. Administratoren können sie einschalten.';
  if (code === 'model_locked') {
    const by = (detail.model_locked as { readonly by?: string } | undefined)?.by;
    return `Das Modell wird an anderer Stelle gepflegt${by === undefined ? '' : `: ${by}`}.`;
  }
  const words = codes[code as ErrorCode];
  if (words !== undefined) return words;
  return status >= SERVER_ERRORS
    ? 'Der Server kann das gerade nicht. Bitte versuchen Sie es gleich noch einmal.'
    : null;
}

const NOT_UNDERSTOOD =
  'Der Server hat Studio nicht verstanden. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.';

const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  malformed_request: NOT_UNDERSTOOD,
  method_not_allowed: NOT_UNDERSTOOD,
  not_acceptable: NOT_UNDERSTOOD,
  headers_too_large: NOT_UNDERSTOOD,
  request_timeout: 'Das kam zu langsam an. Bitte versuchen Sie es noch einmal.',
  idempotency_conflict: 'Das wird gerade schon erledigt. Bitte sehen Sie gleich noch einmal nach.',
  unauthenticated: 'Die Anmeldung wurde nicht angenommen. Bitte prüfen Sie Ihre Angaben.',
  insufficient_permission: 'Ihre Rolle erlaubt das nicht.',
  wrong_plane: 'Ihre Rolle erlaubt das nicht.',
  email_unverified: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  account_suspended: 'Das Konto ist gesperrt. Bitte fragen Sie seine Inhaber oder den Betreiber, warum.',
  signup_closed: 'Hier kann man sich nicht selbst registrieren.',
  not_found: 'Das gibt es nicht oder nicht mehr, oder Sie dürfen es nicht sehen.',
  version_conflict: 'Jemand anderes hat inzwischen gespeichert.',
  slug_conflict: 'Ein anderer Eintrag hat diesen Slug schon.',
  conflict: 'Das passt nicht zu dem, was schon gespeichert ist.',
  invalid_transition: 'Im jetzigen Status geht das nicht.',
  content_type_in_use: 'Von diesem Inhaltstyp gibt es noch Einträge.',
  field_has_data: 'In diesem Feld stehen noch Werte.',
  environment_not_ready: 'Die Umgebung wird noch angelegt.',
  payload_too_large: 'Das ist zu groß.',
  unsupported_media_type: 'Dateien dieser Art werden nicht angenommen.',
  ai_not_configured: 'Es ist kein Sprachmodell eingerichtet. Wer diese Installation betreibt, kann das tun.',
  ai_provider_error: 'Das Sprachmodell hat nichts Brauchbares geliefert. Bitte versuchen Sie es noch einmal.',
  unavailable: 'Der Dienst ist gerade nicht zu erreichen. Bitte versuchen Sie es gleich noch einmal.',
};

/** The first violation, and how many there are beside it; null where the first has no words. */
function summary([first, ...others]: readonly Violation[]): string | null {
  const words = first === undefined ? null : problemsInGerman.violation(first);
  if (words === null || others.length === 0) return words;
  return `${words} (Und ${others.length === 1 ? 'ein weiteres Problem' : `${others.length} weitere Probleme`}.)`;
}
