/**
 * What a preview link opens: the site, at once or after a password, or the pages of a change set to choose from. Invariant: what is no link,
 * and what is none any more, whatever ended it, get the same page.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PASSWORD_LENGTH_MAX } from '../../content/preview-links/schema.ts';
import type { Opened, SharedPreviews } from '../../content/preview-links/shared-previews.ts';
import { originOf } from '../../identity/actors/request-origin.ts';
import type { PreviewLinks, WorkingLink } from '../../identity/auth/preview-links/preview-links.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Page, Pages } from '../../platform/http/pages/page.ts';
import { PAGE_HEADERS } from '../../platform/http/pages/page-style.ts';
import { sendErrorPage, sendPage } from '../../platform/http/pages/send-page.ts';
import { type Language, languageOf } from '../../platform/kit/language.ts';

const SECRET_LENGTH_MAX = 256;
const PATH = '/preview-links/:secret';

export interface PreviewLinkPageParts {
  readonly links: Pick<PreviewLinks, 'bySecret' | 'unlocks' | 'opened'>;
  readonly previews: Pick<SharedPreviews, 'environmentOf' | 'open'>;
}

/** A link that works, with the environment that it shows. */
interface FoundLink {
  readonly link: WorkingLink;
  readonly environment: Environment;
}

const params = Type.Object({ secret: Type.String({ maxLength: SECRET_LENGTH_MAX }) });
/** Programs that pass links on add parameters of their own. */
const querystring = Type.Object({});
const body = Type.Object(
  { password: Type.String({ maxLength: PASSWORD_LENGTH_MAX }) },
  { additionalProperties: false },
);

export function previewLinkPage(api: Api, parts: PreviewLinkPageParts): void {
  const config = { public: true };
  // A HEAD request opens nothing.
  const reading = { schema: { hide: true, params, querystring }, config, exposeHeadRoute: false };
  api.get(PATH, reading, async (request, reply) => {
    const found = await find(parts, request.params.secret);
    if (found === undefined) return sendUnknown(reply);
    if (found.link.row.password_hash !== null) return sendPage(reply, passwordPage(spoken(request)));
    return sendOpened(reply, await open(parts, found, request), 'redirect');
  });
  api.post(PATH, { schema: { hide: true, params, querystring, body }, config }, async (request, reply) => {
    const found = await find(parts, request.params.secret);
    if (found === undefined) return sendUnknown(reply);
    const refusal = await refusalOf(parts, found.link, request.body.password, request.ip);
    if (refusal !== undefined) return sendErrorPage(reply, refusal, passwordPage(spoken(request), refusal));
    return sendOpened(reply, await open(parts, found, request), 'page');
  });
}

async function find({ links, previews }: PreviewLinkPageParts, secret: string): Promise<FoundLink | undefined> {
  const link = await links.bySecret(secret);
  const environment = link && (await previews.environmentOf(link));
  return link && environment && { link, environment };
}

/** Why a password does not open the link; undefined if it does. */
async function refusalOf(
  { links }: PreviewLinkPageParts,
  { row }: WorkingLink,
  password: string,
  ip: string,
): Promise<DomainError | undefined> {
  try {
    const opens = row.password_hash === null || (await links.unlocks(row, password, ip));
    return opens ? undefined : new DomainError('unauthenticated', 'This is not the password of the link.');
  } catch (error) {
    if (error instanceof DomainError && error.code === 'api_quota_exceeded') return error;
    throw error;
  }
}

async function open(
  { links, previews }: PreviewLinkPageParts,
  { link, environment }: FoundLink,
  request: FastifyRequest,
): Promise<Opened> {
  const opened = await previews.open(link, environment);
  if (opened.kind !== 'nothing') await links.opened(link.row, environment.name, originOf(request));
  return opened;
}

/** @param how a browser follows no redirect from a form to another site, so that a page leads on */
function sendOpened(reply: FastifyReply, opened: Opened, how: 'redirect' | 'page'): FastifyReply {
  if (opened.kind === 'set') return sendPage(reply, setPages(opened));
  if (opened.kind === 'nothing') return sendErrorPage(reply, notFound('preview_link'), NOTHING);
  const { url } = opened;
  if (how === 'redirect') return reply.headers(PAGE_HEADERS).redirect(url);
  return sendPage(reply.header('refresh', `0;url=${url}`), onwardPages(url));
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  return sendErrorPage(reply, notFound('preview_link', 'the address'), UNKNOWN);
}

function spoken(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language']);
}

const WORDS = {
  en: {
    password: 'Password',
    ask: ['A preview for you', 'Whoever sent you this link has the password.'],
    submit: 'Open the preview',
    wrong: 'This is not the password of the link.',
    slower: 'Too many attempts. Wait a few minutes, then try again.',
    onward: ['Opening the preview', 'If nothing happens, open it yourself.'],
    set: 'These pages show what is planned. Each stays open for an hour; then open the link again.',
    more: (count: number) => `${count} more are not listed here.`,
    none: 'has no page of its own',
  },
  de: {
    password: 'Passwort',
    ask: ['Eine Vorschau für Sie', 'Wer Ihnen diesen Link geschickt hat, kennt das Passwort.'],
    submit: 'Vorschau öffnen',
    wrong: 'Das ist nicht das Passwort dieses Links.',
    slower: 'Das waren zu viele Versuche. Warten Sie einige Minuten, und versuchen Sie es dann erneut.',
    onward: ['Die Vorschau wird geöffnet', 'Falls nichts geschieht, öffnen Sie sie selbst.'],
    set: 'Diese Seiten zeigen, was geplant ist. Jede bleibt eine Stunde offen; danach öffnen Sie den Link noch einmal.',
    more: (count: number) => `${count} weitere stehen hier nicht.`,
    none: 'hat keine eigene Seite',
  },
} as const;

const UNKNOWN: Pages = {
  en: {
    title: 'This link no longer works',
    paragraphs: [
      'It has expired, was revoked, or was not copied as a whole. Ask whoever sent it to you for a new one.',
    ],
  },
  de: {
    title: 'Dieser Link gilt nicht mehr',
    paragraphs: [
      'Er ist abgelaufen, wurde zurückgezogen oder ist nicht vollständig kopiert. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
    ],
  },
};

const NOTHING: Pages = {
  en: {
    title: 'There is nothing to see right now',
    paragraphs: ['What this link shows has no page at the moment. Ask whoever sent it to you.'],
  },
  de: {
    title: 'Hier gibt es gerade nichts zu sehen',
    paragraphs: ['Was dieser Link zeigt, hat zurzeit keine Seite. Fragen Sie die Person, von der Sie ihn haben.'],
  },
};

function passwordPage(language: Language, refusal?: DomainError): Page {
  const { ask, password, submit, wrong, slower } = WORDS[language];
  const [title, paragraph] = ask;
  const isSlowed = refusal?.code === 'api_quota_exceeded';
  return {
    language,
    title,
    paragraphs: [paragraph],
    ...(isSlowed ? { problem: slower } : {}),
    form: {
      // The page itself, whatever path a proxy has before it.
      action: '?',
      fields: [
        {
          name: 'password',
          kind: 'password',
          label: password,
          autocomplete: 'off',
          lengthMax: PASSWORD_LENGTH_MAX,
          ...(refusal === undefined || isSlowed ? {} : { problem: wrong }),
        },
      ],
      submit,
    },
  };
}

function onwardPages(url: string): Pages {
  const page = (language: Language): Page => {
    const { onward, submit } = WORDS[language];
    const [title, paragraph] = onward;
    return { title, paragraphs: [paragraph], link: { label: submit, url } };
  };
  return { en: page('en'), de: page('de') };
}

function setPages({ name, entries, total }: Extract<Opened, { kind: 'set' }>): Pages {
  const page = (language: Language): Page => {
    const words = WORDS[language];
    const more = total - entries.length;
    return {
      title: name,
      paragraphs: [words.set, ...(more > 0 ? [words.more(more)] : [])],
      choices: entries.map(({ title, url }) =>
        url === null ? { label: `${title} (${words.none})` } : { label: title, url },
      ),
    };
  };
  return { en: page('en'), de: page('de') };
}
