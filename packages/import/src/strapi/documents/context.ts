/** What the conversion of documents needs besides them. */
import type { FieldRules } from '../../field-rules.ts';
import type { Notes } from '../../notes.ts';
import type { StrapiExport } from '../archive/strapi-export.ts';
import type { Model } from '../model/model.ts';
import type { Assets } from './assets.ts';
import type { DocumentKeys } from './keys.ts';
import type { ImportedLocales } from './locales.ts';

export interface DocumentContext {
  readonly file: StrapiExport;
  readonly model: Model;
  readonly keys: DocumentKeys;
  readonly assets: Assets;
  readonly locales: ImportedLocales;
  readonly notes: Notes;
  readonly fieldRules: FieldRules;
}
