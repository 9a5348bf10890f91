/** What adding, changing and deleting locales means. */
import { chainOf, defaultLocale } from '../../../../testing/src/oracle/content.ts';
import { type Operation, pick } from './operations.ts';
import type { Plan } from './planned.ts';
import { docsOf, type FieldState, type LocaleState, type State, slugsMeet, type TypeState } from './rules.ts';

const CODES = ['de', 'fr', 'nl'] as const;

export function planLocale(
  state: State,
  operation: Extract<Operation, { kind: 'addLocale' | 'fallback' | 'dropLocale' }>,
  space: string,
): Plan | null {
  const next = structuredClone(state);
  if (operation.kind === 'addLocale') {
    const code = pick(CODES, operation.code);
    const fallback = operation.fallback === null ? null : pick(state.locales, operation.fallback);
    const body = { code, fallback: fallback?.code ?? null };
    const taken = state.locales.some((locale) => locale.code === code);
    next.locales.push({ number: next.nextNumber++, code, id: '', fallback: fallback?.number ?? null });
    return {
      method: 'POST',
      path: `${space}/locales`,
      body,
      next: taken ? null : next,
      refusals: taken ? ['conflict'] : [],
      locale: code,
    };
  }
  const locale = pick(next.locales, operation.locale);
  const path = `${space}/locales/${locale.id}`;
  if (operation.kind === 'fallback') {
    const fallback = operation.fallback === null ? null : pick(state.locales, operation.fallback);
    const loops = fallback !== null && chainOf(state, fallback.number).includes(locale.number);
    locale.fallback = fallback?.number ?? null;
    const refusals = loops ? ['validation_failed', 'conflict'] : slugsMeet(next) ? ['conflict'] : [];
    return {
      method: 'PATCH',
      path,
      body: { fallback: fallback?.code ?? null },
      next: refusals.length > 0 ? null : next,
      refusals,
    };
  }
  return planDrop(state, next, locale, { path, confirm: operation.confirm });
}

function planDrop(state: State, next: State, locale: LocaleState, request: { path: string; confirm: boolean }): Plan {
  const holds = (fields: (type: TypeState) => FieldState[]) =>
    state.types.some((type) =>
      docsOf(state, type.apiId).some((doc) =>
        fields(type).some((field) => doc[field.number]?.[locale.number] !== undefined),
      ),
    );
  const isFallback = state.locales.some((other) => other.fallback === locale.number);
  const visible = holds((type) => type.fields.filter((field) => field.localized)) || isFallback;
  const any = holds((type) => [...type.fields, ...type.hidden]) || isFallback;
  const confirm = request.confirm || visible !== any;
  const refusals: string[] = [];
  if (locale.number === defaultLocale(state).number || (visible && !confirm)) refusals.push('conflict');
  for (const other of next.locales) if (other.fallback === locale.number) other.fallback = locale.fallback;
  next.locales = next.locales.filter((other) => other !== locale);
  if (refusals.length === 0 && slugsMeet(next)) refusals.push('conflict');
  const path = `${request.path}${confirm ? '?confirm_data_loss=true' : ''}`;
  return { method: 'DELETE', path, next: refusals.length > 0 ? null : next, refusals };
}
