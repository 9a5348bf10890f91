/**
 * The HTML of the server's own few pages, such as those that a link in a mail opens. A page works without
 * scripts and loads nothing. Invariant: texts and values are plain text, escaped here and nowhere else.
 */
import { escapeHtml } from '../../kit/html.ts';
import type { Language } from '../../kit/language.ts';
import { MARK, PAGE_STYLE } from './page-style.ts';

const WORDS: Readonly<Record<Language, { readonly problem: string; readonly optional: string }>> = {
  en: { problem: 'Problem: ', optional: 'optional' },
  de: { problem: 'Problem: ', optional: 'freiwillig' },
};
export interface Page {
  /** What its words are in; English where it is left out. */
  readonly language?: Language;
  /** Heading and window title. */
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Shown as a list, before the paragraphs. */
  readonly facts?: readonly PageFact[];
  /** What went wrong, shown above the form. */
  readonly problem?: string;
  readonly form?: PageForm;
  /** What to choose from, in a list after the paragraphs. */
  readonly choices?: readonly PageChoice[];
  /** Where to go next. */
  readonly link?: PageLink;
}

/** The same page in each language. */
export type Pages = Readonly<Record<Language, Page>>;

/** A fact about the subject of the page. */
export interface PageFact {
  readonly label: string;
  readonly value: string;
}

export interface PageForm {
  /** Relative to the page, so that it also works under a path of a proxy. */
  readonly action: string;
  readonly fields: readonly PageField[];
  /** Text of the button. */
  readonly submit: string;
}

export interface PageField {
  readonly name: string;
  readonly kind: 'text' | 'email' | 'password' | 'hidden';
  /** Not needed for a hidden field. */
  readonly label?: string;
  readonly value?: string;
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly problem?: string;
  /** As browsers and password managers know it, such as `new-password`. */
  readonly autocomplete?: string;
  /** Shown, but not editable. */
  readonly isFixed?: boolean;
  readonly isOptional?: boolean;
  readonly lengthMax?: number;
}

export interface PageLink {
  readonly label: string;
  readonly url: string;
}

/** One of several things; one without a URL cannot be chosen. */
export type PageChoice = Pick<PageLink, 'label'> & Partial<PageLink>;

/** The page as a complete HTML document. */
export function renderPage(page: Page): string {
  const { title, paragraphs, facts, problem, form, choices, link, language = 'en' } = page;
  const words = WORDS[language];
  const hasProblem = problem !== undefined || form?.fields.some((field) => field.problem !== undefined) === true;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${hasProblem ? words.problem : ''}${escapeHtml(title)} · Lectern</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<p class="name">${MARK}Lectern</p>
<h1>${escapeHtml(title)}</h1>
${problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>\n`}${facts === undefined ? '' : factsHtml(facts)}${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${form === undefined ? '' : formHtml(form, words.optional)}${choices === undefined ? '' : choicesHtml(choices)}${link === undefined ? '' : `<p><a class="button" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>\n`}</main>
</body>
</html>
`;
}

function factsHtml(facts: readonly PageFact[]): string {
  const items = facts.map(
    ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<dl>\n${items.join('\n')}\n</dl>\n`;
}

function choicesHtml(choices: readonly PageChoice[]): string {
  const items = choices.map(({ label, url }) => {
    const text = escapeHtml(label);
    return url === undefined ? `<li>${text}</li>` : `<li><a href="${escapeHtml(url)}">${text}</a></li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>\n`;
}

function formHtml({ action, fields, submit }: PageForm, optional: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
${fields.map((field) => fieldHtml(field, optional)).join('\n')}
<button type="submit">${escapeHtml(submit)}</button>
</form>
`;
}

function fieldHtml(field: PageField, optional: string): string {
  const { name, kind, label = '', hint, problem } = field;
  if (kind === 'hidden') return `<input${attributes({ type: kind, name, value: field.value ?? '' })}>`;
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  const input = attributes({
    id: name,
    type: kind,
    name,
    value: field.value,
    autocomplete: field.autocomplete,
    maxlength: field.lengthMax?.toString(),
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': problem === undefined ? undefined : 'true',
  });
  const flags = `${field.isFixed ? ' readonly' : field.isOptional ? '' : ' required'}${problem === undefined ? '' : ' autofocus'}`;
  return [
    '<div class="field">',
    `<label for="${escapeHtml(name)}">${escapeHtml(label)}${field.isOptional ? ` (${optional})` : ''}</label>`,
    `<input${input}${flags}>`,
    ...(problem === undefined ? [] : [`<p class="wrong" id="${name}-problem">${escapeHtml(problem)}</p>`]),
    ...(hint === undefined ? [] : [`<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`]),
    '</div>',
  ].join('\n');
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`))
    .join('');
}
