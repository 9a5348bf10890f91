/** The model of an environment as delivery shows it, and how it is read: all content types with their evidence, and the locales. */
import type { FieldTypeName, Validations } from '../../../contract/src/fields.ts';
import { pathOf } from '../content-query.ts';
import { LecternError } from '../lectern-error.ts';
import { parsed, type Transport } from '../transport.ts';

/** What is published of a field, counted by the service. */
export interface Evidence {
  /** Published entries that have no value in a locale in which it is required. */
  readonly absent: number;
  /** Published values that are not among those of the validation `in`. */
  readonly outside_in: number;
  /** Published links that lead to types other than those of the validation `content_types`. */
  readonly outside_types: number;
}

/** A field. */
export interface DeliveredField {
  readonly id: string;
  readonly name: string;
  readonly type: FieldTypeName;
  readonly required: boolean;
  readonly localized: boolean;
  readonly help?: string;
  readonly items?: { readonly type: FieldTypeName; readonly validations?: Validations };
  readonly component?: string;
  readonly components?: readonly string[];
  readonly validations?: Validations;
  /** Missing where the service is too old to count, and in components. */
  readonly evidence?: Evidence;
}

/** A content type. */
export interface DeliveredType {
  readonly api_id: string;
  readonly kind: 'entry' | 'component';
  readonly name: string;
  readonly description: string;
  readonly fields: readonly DeliveredField[];
}

/** A locale. */
export interface DeliveredLocale {
  readonly code: string;
  readonly fallback: string | null;
  readonly default: boolean;
  readonly optional: boolean;
}

/** All that types are made of. */
export interface DeliveredModel {
  readonly types: readonly DeliveredType[];
  readonly locales: readonly DeliveredLocale[];
}

/** Reads the model. A service that does not know of evidence is asked without. @throws LecternError */
export async function readModel(transport: Transport): Promise<DeliveredModel> {
  const types = readAll<DeliveredType>(transport, 'content-types', [['evidence', 'true']]).catch((error: unknown) => {
    if (error instanceof LecternError && error.status === 422)
      return readAll<DeliveredType>(transport, 'content-types', []);
    throw error;
  });
  return { types: await types, locales: await readAll<DeliveredLocale>(transport, 'locales', []) };
}

async function readAll<T>(transport: Transport, list: string, parameters: [string, string][]): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: [string, string][] = []; ; ) {
    const { text, next } = await transport.read(pathOf(list, [...parameters, ...cursor]));
    items.push(...parsed<{ items: T[] }>(text).items);
    if (next === null) return items;
    cursor = [['cursor', next]];
  }
}
