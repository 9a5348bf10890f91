/**
 * The routes of one page that a link with a token opens. Reading it shows what will happen and uses nothing up, since
 * programs that check mails open every link; sending its form does it. Errors are shown in the page.
 */
import type { FastifyReply } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Violation } from '../../../../contract/src/violations.ts';
import { originOf } from '../../identity/actors/request-origin.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Page, PageField, Pages } from '../../platform/http/pages/page.ts';
import { sendErrorPage, sendPage } from '../../platform/http/pages/send-page.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import { type Language, languageOf } from '../../platform/kit/language.ts';

const TOKEN_LENGTH_MAX = 4_096;

export const tokenSchema = Type.String({ maxLength: TOKEN_LENGTH_MAX });
/** Programs that follow links add parameters of their own. */
const query = Type.Object({ token: Type.Optional(tokenSchema) });
const config = { public: true };

/** What people may be told on these pages, by the code of the error or the rule that a value breaks. */
const CODES_IN_GERMAN: Readonly<Record<string, string>> = {
  unauthenticated: 'E-Mail-Adresse und Passwort passen nicht zusammen.',
  api_quota_exceeded: 'Das waren zu viele Versuche. Warten Sie einige Minuten, und versuchen Sie es dann erneut.',
  sso_required: 'Ihr Konto verlangt die Anmeldung mit Single Sign-on.',
  conflict: 'Inzwischen hat sich etwas geändert. Laden Sie die Seite neu.',
  insufficient_permission: 'Hier bestätigt der Betreiber die Bestellungen. Bitten Sie ihn darum.',
  signup_closed: 'Hier kann sich niemand registrieren. Fragen Sie, wer Lectern betreibt.',
};
const RULES_IN_GERMAN: Readonly<Record<string, string>> = {
  min_length: 'Das ist zu kurz; nehmen Sie mindestens 8 Zeichen.',
  max_length: 'Das ist zu lang.',
  common: 'Dieses Passwort lässt sich leicht erraten; nehmen Sie ein anderes, etwa vier Wörter ohne Zusammenhang.',
  context: 'Dieses Passwort besteht aus einem Namen oder einer Adresse, die andere kennen; nehmen Sie ein anderes.',
  match: 'Dieser Code stimmt nicht; nehmen Sie den nächsten.',
};
const OTHER_IN_GERMAN = 'Das wurde nicht angenommen. Prüfen Sie Ihre Eingabe.';

/** What is wrong with a form that was sent. */
export interface FormProblems {
  /** Of the page that says so. */
  readonly language: Language;
  /** What was sent, to fill the form again; never shown for a password. */
  readonly sent: Readonly<Record<string, string | undefined>>;
  /** By the name of a field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Of the form as a whole. */
  readonly problem?: string;
  /** Of the second step of a log-in, which comes next. */
  readonly challenge?: string;
  /** Where single sign-on starts, which has to be used instead. */
  readonly ssoUrl?: string;
}

/** The part of a page that leads on to Studio, where there is one. */
export type NextLink = Readonly<Record<Language, Pick<Page, 'link'>>>;

/** A page that a link with a token opens. */
export interface TokenForm<Subject, Body extends TSchema> {
  readonly path: string;
  /** Of the form that is sent; it has the token too. */
  readonly body: Body;
  /** What the token is for, without using it up; undefined if it is not good. */
  look(token: string): Promise<Subject | undefined>;
  /** The page with the form. */
  form(subject: Subject, token: string, problems: FormProblems): Page;
  /** Does what the form asks for. @returns the page that says so */
  submit(subject: Subject, body: Static<Body>, origin: RequestOrigin): Promise<Page | Pages>;
  /** The page for a token that is not good, and the error that the API has for it. */
  readonly unknown: { readonly page: Page | Pages; readonly error: DomainError };
}

export function tokenFormRoutes<Subject, Body extends TSchema>(api: Api, form: TokenForm<Subject, Body>): void {
  api.get(form.path, { schema: { hide: true, querystring: query }, config }, async (request, reply) => {
    return sendForm(reply, form, request.query.token ?? '');
  });
  api.post(form.path, { schema: { hide: true, body: form.body }, config }, async (request, reply) => {
    const body = request.body as Static<Body> & { readonly token: string };
    const subject = await form.look(body.token);
    if (subject === undefined) return sendErrorPage(reply, form.unknown.error, form.unknown.page);
    try {
      return sendPage(reply, await form.submit(subject, body, originOf(request)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return sendForm(reply, form, body.token, { error, sent: body });
    }
  });
}

/** The form, as things are by then: somebody else may have used the token. */
async function sendForm<Subject, Body extends TSchema>(
  reply: FastifyReply,
  form: TokenForm<Subject, Body>,
  token: string,
  failed?: { readonly error: DomainError; readonly sent: FormProblems['sent'] },
): Promise<FastifyReply> {
  const subject = await form.look(token);
  if (subject === undefined) return sendErrorPage(reply, form.unknown.error, form.unknown.page);
  const language = languageOf(reply.request.headers['accept-language']);
  if (failed === undefined) return sendPage(reply, form.form(subject, token, { language, sent: {}, fields: {} }));
  const { error, sent } = failed;
  return sendErrorPage(reply, error, form.form(subject, token, { sent, ...problemsOf(error, language) }));
}

function problemsOf(error: DomainError, language: Language): Omit<FormProblems, 'sent'> {
  const violations = (error.extra.errors ?? []) as readonly Violation[];
  const fields = Object.fromEntries(violations.map((violation) => [violation.path, wordsOf(violation, language)]));
  const { challenge, methods } = error.extra as { readonly challenge?: string; readonly methods?: readonly string[] };
  // Passkeys need a script, which pages do not have.
  if (challenge !== undefined && methods?.some((method) => method !== 'passkey') === true)
    return { language, fields, challenge };
  const ssoUrl = error.code === 'sso_required' ? { ssoUrl: String(error.extra.sso_url) } : {};
  const problem = language === 'de' ? (CODES_IN_GERMAN[error.code] ?? OTHER_IN_GERMAN) : error.message;
  return { language, fields, ...(violations.length === 0 ? { problem } : {}), ...ssoUrl };
}

function wordsOf({ rule, message }: Violation, language: Language): string {
  return language === 'de' ? (RULES_IN_GERMAN[rule] ?? OTHER_IN_GERMAN) : message;
}

/** The error that the API has for a token that is not good. */
export function badToken(): DomainError {
  return invalid('token', 'exists', 'This link is unknown, used or expired.');
}

export function tokenField(token: string): PageField {
  return { name: 'token', kind: 'hidden', value: token };
}

/** The address, shown so that people see whom the page is for; password managers read it too. */
export function emailField(email: string, language: Language): PageField {
  return {
    name: 'email',
    kind: 'email',
    label: { en: 'E-mail address', de: 'E-Mail-Adresse' }[language],
    value: email,
    autocomplete: 'username',
    isFixed: true,
  };
}

export function newPasswordField({ fields, language }: FormProblems, label: string): PageField {
  return {
    name: 'password',
    kind: 'password',
    label,
    hint: {
      en: '8 to 128 characters, such as four unrelated words.',
      de: '8 bis 128 Zeichen, etwa vier Wörter ohne Zusammenhang.',
    }[language],
    autocomplete: 'new-password',
    ...(fields.password === undefined ? {} : { problem: fields.password }),
  };
}
