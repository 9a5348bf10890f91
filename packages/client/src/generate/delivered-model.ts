/** The model of an environment as delivery shows it, and how it is read: all content types with their evidence, and the locales. */
import type { FieldTypeName, Validations } from '../../../contract/src/fields.ts';
import { pathOf } from '../content-query.ts';
import { LecternError } from '../lectern-error.ts';
import { parsed, type Transport } from '../transport.ts';

/** Published entries that do not fit the settings of a field, counted by the service: these may be younger. */
export interface Evidence {
  /** Without a value in one of the required locales. */
  readonly absent: number;
  /** With a value that is none of `in`. */
  readonly outside_in: number;
  /** With a link to a published entry of a type that is none of `content_types`. */
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
  /** Ids that it had before, the latest last. */
  readonly former_ids?: readonly string[];
  readonly items?: { readonly type: FieldTypeName; readonly validations?: Validations };
  readonly component?: string;
  readonly components?: readonly string[];
  readonly validations?: Validations;
  /** Missing where the service is too old to count. */
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
