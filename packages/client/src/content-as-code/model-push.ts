/** Sends the model of a folder to an environment, or asks what that would do. */
import { LecternError } from '../lectern-error.ts';
import type { Service } from '../program/service.ts';
import type { ModelField, ModelType } from '../schema/model.ts';
import type { KeptModel } from './kept-model.ts';

/** A setting that changes. */
export interface SettingChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A field that changes. */
export interface FieldChange {
  readonly id: string;
  readonly previous_id: string | null;
  readonly change: 'create' | 'update' | 'rename' | 'delete' | 'replace' | 'restore';
  readonly settings: readonly SettingChange[];
  /** Values that nobody sees any more. */
  readonly hides: readonly { readonly what: string; readonly entries: number; readonly examples: readonly string[] }[];
  /** Entries that cannot be saved, or published, as they are. */
  readonly fails: readonly {
    readonly rule: string;
    readonly entries: number;
    readonly published: number;
    readonly examples: readonly string[];
  }[];
}

/** A content type that changes. */
export interface TypeChange {
  readonly api_id: string;
  readonly change: 'create' | 'update' | 'delete';
  readonly settings: readonly SettingChange[];
  readonly fields: readonly FieldChange[];
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

/** What a write of the model does, or would do. */
export interface ModelPlan {
  readonly content_types: readonly TypeChange[];
  /** Types of the environment that the folder does not have. */
  readonly not_named: readonly string[];
  /** `<type>.<field>` of all fields that values are hidden of. */
  readonly data_loss: readonly string[];
  /** Why the write would be refused; null for a reason that is not of one type. */
  readonly refused: readonly { readonly content_type: string | null; readonly message: string }[];
}

/** The answer of the service. */
export interface ModelResult {
  readonly applied: boolean;
  readonly version: number;
  readonly plan: ModelPlan;
}

/** How a model is sent. */
export interface ModelPush {
  readonly dryRun: boolean;
  readonly deleteMissing?: boolean;
  readonly confirmDataLoss?: readonly string[];
}

/** Reads the model of the environment. @throws LecternError */
export function keptModel(service: Service): Promise<KeptModel> {
  return service.get<KeptModel>(`${service.pathOf()}/model`);
}

/**
 * @param kept the model of the environment as it is expected to be still
 * @throws LecternError whose violations name types and fields
 */
export async function pushModel(
  service: Service,
  kept: KeptModel,
  types: readonly ModelType[],
  { dryRun, deleteMissing = false, confirmDataLoss = [] }: ModelPush,
): Promise<ModelResult> {
  const body = {
    content_types: types.map((type) => withRenames(type, kept)),
    delete_missing: deleteMissing,
    dry_run: dryRun,
    confirm_data_loss: confirmDataLoss,
    version: kept.version,
  };
  return await service.send<ModelResult>('POST', `${service.pathOf()}/model`, body).catch((error: unknown) => {
    throw named(error, types);
  });
}

/** The error with the names of types and fields in place of their numbers. */
function named(error: unknown, types: readonly ModelType[]): unknown {
  if (!(error instanceof LecternError) || typeof error.detail !== 'object') return error;
  const detail = error.detail as { errors?: { path: string }[] };
  const errors = detail.errors?.map((violation) => ({ ...violation, path: pathIn(types, violation.path) }));
  const { message, status, code, requestId } = error;
  return new LecternError(message, { status, code, requestId, detail: { ...detail, errors } });
}

/** `article.title.validations.max` for `content_types.0.fields.2.validations.max`. */
function pathIn(types: readonly ModelType[], path: string): string {
  const [list, index, fields, place, ...rest] = path.split('.');
  const type = types[Number(index)];
  if (list !== 'content_types' || type === undefined) return path;
  const field = fields === 'fields' ? type.fields[Number(place)] : undefined;
  const behind = field === undefined ? [fields, place, ...rest] : [field.id, ...rest];
  return [type.api_id, ...behind].filter((part) => part !== undefined).join('.');
}

/**
 * Renames what is there. `previously` stays in the code, so the same files are pushed to environments that have the field under its new id, under any
 * of those that it had before, or not at all.
 */
function withRenames(type: ModelType, { content_types }: KeptModel): ModelType {
  const there = new Set(content_types.find(({ api_id }) => api_id === type.api_id)?.fields.map(({ id }) => id));
  const rename = ({ previous_id: _, ...field }: ModelField): ModelField => {
    const previous = there.has(field.id) ? undefined : field.former_ids.findLast((id) => there.has(id));
    return previous === undefined ? field : { ...field, previous_id: previous };
  };
  return { ...type, fields: type.fields.map(rename) };
}
