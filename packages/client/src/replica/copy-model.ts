/** The content types and locales of a copy, as `/sync` gives them, and what leads where. */
import { componentsOf, type FieldTypeName, limitsOnValues, type Validations } from '../../../contract/src/fields.ts';
import { chainOf } from '../evaluator/values.ts';
import { idsOf, type Named } from '../evaluator/views.ts';

/** A field. */
export interface CopyField extends Named {
  readonly type: FieldTypeName;
  readonly localized: boolean;
  readonly items?: { readonly type: FieldTypeName; readonly validations?: Validations };
  readonly component?: string;
  readonly components?: readonly string[];
  readonly validations?: Validations;
}

/** A content type or a component. */
export interface CopyType {
  readonly id: string;
  readonly api_id: string;
  readonly kind: 'entry' | 'component';
  readonly slug_field: string | null;
  readonly deliver_former_ids: boolean;
  readonly fields: readonly CopyField[];
}

/** The model as it comes, and as it is kept. */
export interface DeliveredModel {
  readonly content_types: readonly CopyType[];
  readonly locales: readonly { readonly code: string; readonly fallback: string | null; readonly default: boolean }[];
}

/** A content type or a component that a path has reached. */
export interface Reached {
  readonly type: CopyType;
  /** How many links lead there. */
  readonly links: number;
}

export class CopyModel {
  readonly delivered: DeliveredModel;
  /** Content types that have entries. */
  readonly entryTypes: readonly CopyType[];
  readonly defaultLocale: string;
  readonly #types: ReadonlyMap<string, CopyType>;
  readonly #chains: ReadonlyMap<string, readonly string[]>;

  constructor(delivered: DeliveredModel) {
    const { content_types: types, locales } = delivered;
    this.delivered = delivered;
    this.entryTypes = types.filter(({ kind }) => kind === 'entry');
    this.defaultLocale = locales.find((locale) => locale.default)?.code ?? '';
    this.#types = new Map(types.map((type) => [type.api_id, type]));
    const fallbacks = new Map(locales.map(({ code, fallback }) => [code, fallback]));
    const chain = (code: string) => chainOf(code, (name) => fallbacks.get(String(name)) ?? null).map(String);
    this.#chains = new Map(locales.map(({ code }) => [code, chain(code)]));
  }

  /** The codes of all locales. */
  get locales(): readonly string[] {
    return [...this.#chains.keys()];
  }

  /** A locale and its fallbacks, in order. */
  chain(locale: string): readonly string[] {
    return this.#chains.get(locale) ?? [];
  }

  type(apiId: string | undefined): CopyType | undefined {
    return apiId === undefined ? undefined : this.#types.get(apiId);
  }

  /** What is behind fields: the content types that their links may lead to, and the components in their values. */
  behind(fields: readonly { readonly field: CopyField; readonly links: number }[]): Reached[] {
    const found = new Map<string, Reached>();
    const add = (type: CopyType | undefined, links: number) => {
      if (type !== undefined) found.set(`${links} ${type.api_id}`, { type, links });
    };
    for (const { field, links } of fields) {
      for (const name of componentsOf(field)) add(this.type(name), links);
      if (!linksTo(field).includes('entry')) continue;
      const names = limitsOnValues(field).content_types;
      for (const type of names?.map((name) => this.type(name)) ?? this.entryTypes) add(type, links + 1);
    }
    return [...found.values()];
  }

  /** Whether values of a field may have links in them, also in their components. */
  mayLink(field: CopyField): boolean {
    const inside = componentsOf(field).flatMap((name) => this.type(name)?.fields ?? []);
    return linksTo(field).length > 0 || inside.some((inner) => this.mayLink(inner));
  }
}

/** The field that has the id; if none has, the one that had it. */
export function fieldNamed(fields: readonly CopyField[], id: string): CopyField | undefined {
  return fields.find((field) => field.id === id) ?? fields.find((field) => idsOf(field).includes(id));
}

/** What values of a field may link to, without what their components do. */
export function linksTo({ type, items }: CopyField): readonly ('entry' | 'asset')[] {
  const kind = items?.type ?? type;
  if (kind === 'rich_text') return ['entry', 'asset'];
  return kind === 'entry' || kind === 'asset' ? [kind] : [];
}
