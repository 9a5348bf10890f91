/** Content types and components of an export, as far as the import needs them. Nothing in them is trusted. */
import { isRecord, ownValue } from '../../json-object.ts';

export interface SourceAttribute {
  readonly name: string;
  readonly type: string;
  /** All other settings in the schema. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface SourceSchema {
  readonly uid: string;
  /** Such as `article`; the uid for a component. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly isComponent: boolean;
  readonly hasDrafts: boolean;
  readonly isLocalized: boolean;
  /** Its attributes, without those that Strapi adds to every type. */
  readonly attributes: readonly SourceAttribute[];
}

/** Attributes that every type has; the import reads them by name where it needs them. */
const OWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
]);

/** Whether the uid belongs to a content type; other types belong to plugins and to the administration. */
export function isContentUid(uid: string): boolean {
  return uid.startsWith('api::');
}

/** Whether the uid belongs to a component: a folder and a name, without the origin that types have. */
export function isComponentUid(uid: string): boolean {
  return uid !== '' && !uid.includes('::');
}

/** The schema in a line of the export; null if it is not content. */
export function schemaOf(line: Readonly<Record<string, unknown>>): SourceSchema | null {
  const uid = textIn(line, 'uid');
  const isComponent = line.modelType === 'component';
  if (isComponent ? !isComponentUid(uid) : !isContentUid(uid)) return null;
  const info = isRecord(line.info) ? line.info : {};
  const name = isComponent ? uid : textIn(info, 'singularName') || textIn(line, 'modelName');
  return {
    uid,
    name: name || uid,
    displayName: textIn(info, 'displayName') || name || uid,
    description: textIn(info, 'description'),
    isComponent,
    hasDrafts: isRecord(line.options) && line.options.draftAndPublish === true,
    isLocalized: isLocalizable(line),
    attributes: attributesIn(line),
  };
}

/** Whether the i18n option of a type or an attribute is on. */
export function isLocalizable(settings: Readonly<Record<string, unknown>>): boolean {
  const options = isRecord(settings.pluginOptions) ? settings.pluginOptions.i18n : undefined;
  return isRecord(options) && options.localized === true;
}

/** The text under a name; '' for anything else. */
export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = ownValue(record, name);
  return typeof value === 'string' ? value : '';
}

function attributesIn({ attributes }: Readonly<Record<string, unknown>>): readonly SourceAttribute[] {
  return Object.entries(isRecord(attributes) ? attributes : {}).flatMap(([name, settings]) => {
    if (OWN_ATTRIBUTES.has(name) || !isRecord(settings)) return [];
    return [{ name, type: textIn(settings, 'type'), settings }];
  });
}
