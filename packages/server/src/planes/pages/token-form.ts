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
import type { Page, PageField } from '../../platform/http/pages/page.ts';
import { sendErrorPage, sendPage } from '../../platform/http/pages/send-page.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';

const TOKEN_LENGTH_MAX = 4_096;

export const tokenSchema = Type.String({ maxLength: TOKEN_LENGTH_MAX });
/** Programs that follow links add parameters of their own. */
const query = Type.Object({ token: Type.Optional(tokenSchema) });
const config = { public: true };

/** What is wrong with a form that was sent. */
export interface FormProblems {
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
  submit(subject: Subject, body: Static<Body>, origin: RequestOrigin): Promise<Page>;
  /** The page for a token that is not good, and the error that the API has for it. */
  readonly unknown: { readonly page: Page; readonly error: DomainError };
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
  if (failed === undefined) return sendPage(reply, form.form(subject, token, { sent: {}, fields: {} }));
  const { error, sent } = failed;
  return sendErrorPage(reply, error, form.form(subject, token, { sent, ...problemsOf(error) }));
}

function problemsOf(error: DomainError): Omit<FormProblems, 'sent'> {
  const violations = (error.extra.errors ?? []) as readonly Violation[];
  const fields = Object.fromEntries(violations.map(({ path, message }) => [path, message]));
  const { challenge, methods } = error.extra as { readonly challenge?: string; readonly methods?: readonly string[] };
  // Passkeys need a script, which pages do not have.
  if (challenge !== undefined && methods?.some((method) => method !== 'passkey') === true) return { fields, challenge };
  const ssoUrl = error.code === 'sso_required' ? { ssoUrl: String(error.extra.sso_url) } : {};
  return { fields, ...(violations.length === 0 ? { problem: error.message } : {}), ...ssoUrl };
}

/** The error that the API has for a token that is not good. */
export function badToken(): DomainError {
  return invalid('token', 'exists', 'This link is unknown, used or expired.');
}

export function tokenField(token: string): PageField {
  return { name: 'token', kind: 'hidden', value: token };
}

/** The address, shown so that people see whom the page is for; password managers read it too. */
export function emailField(email: string): PageField {
  return {
    name: 'email',
    kind: 'email',
    label: 'E-mail address',
    value: email,
    autocomplete: 'username',
    isFixed: true,
  };
}

export function newPasswordField({ fields }: FormProblems, label = 'New password'): PageField {
  return {
    name: 'password',
    kind: 'password',
    label,
    hint: '8 to 128 characters, such as four unrelated words.',
    autocomplete: 'new-password',
    ...(fields.password === undefined ? {} : { problem: fields.password }),
  };
}
