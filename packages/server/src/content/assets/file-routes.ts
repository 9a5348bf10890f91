/**
 * The route that sends files to anyone who has their URL. Invariant: no browser runs what is sent: the media type is detected from
 * the content, browsers may not sniff it, every response is sandboxed, and anything that could run is a download.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { type ByteRange, readRange } from '../../platform/http/byte-range.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { readByHandler } from '../../platform/http/validation.ts';
import { FILE_PATH } from '../../reading/delivery/asset-address.ts';
import { searchOf } from '../../reading/query-string/parameters.ts';
import type { Files } from '../files/files.ts';
import type { ImagePlan } from '../files/images/image-plan.ts';
import type { Images } from '../files/images/images.ts';
import { dispositionOf } from '../files/media-types/disposition.ts';
import type { AddressedFile, AssetFiles } from './asset-files.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For results that depend on the focal point of their asset, which may change while the URL stays the same. */
const FOLLOWING = 'public, max-age=300';
/** Nobody else keeps what may have been taken down. */
const OF_THE_PAST = 'private, max-age=300';
/** Results up to this size are sent in one piece, because a stream would cost more. */
const READ_WHOLE_BYTES_MAX = 131_072;
const SANDBOX = "default-src 'none'; sandbox";

const FilePath = Type.Object({ asset_id: Type.String(), hash: Type.String(), file_name: Type.String() });

const bytes = { '*/*': { schema: Type.Unsafe<never>({ type: 'string', format: 'binary' }) } };
const Content = { description: 'The file, or the image in the requested form.', content: bytes };
const PartOfContent = { description: 'The part that `Range` selects.', content: bytes };

export interface FileRouteParts {
  readonly assetFiles: AssetFiles;
  readonly files: Files;
  readonly images: Pick<Images, 'plan' | 'render'>;
  /** Public base URL of the bucket, without a trailing `/`; null if there is none. */
  readonly bucketUrl: string | null;
}

type FileRequest = FastifyRequest<{ Params: { asset_id: string; hash: string; file_name: string } }>;

export function fileRoutes(api: Api, parts: FileRouteParts): void {
  api.route({
    method: ['GET', 'HEAD'],
    url: FILE_PATH,
    exposeHeadRoute: false,
    config: { public: true },
    ...readByHandler,
    schema: {
      tags: ['Files'],
      summary: 'Fetch the file of an asset',
      description:
        'Use the `url` of an asset. Images take `w`, `h`, `fit`, `fm`, `q`, `dpr` and `fp`. Responses to `as_of` have addresses of their own, under which files that were replaced or whose asset was deleted stay available for `LECTERN_HISTORY_FILES` days.',
      params: FilePath,
      response: {
        200: Content,
        206: PartOfContent,
        ...responses('account_suspended', 'not_found', 'validation_failed', 'api_quota_exceeded', 'unavailable'),
      },
    },
    handler: (request, reply) => sendFile(request as FileRequest, reply, parts),
  });
}

async function sendFile(request: FileRequest, reply: FastifyReply, parts: FileRouteParts): Promise<FastifyReply> {
  const { asset_id: assetId, hash, file_name: fileName } = request.params;
  const file = await parts.assetFiles.find({ assetId, hash, fileName });
  if (file === undefined) throw notFound('file');
  const plan = parts.images.plan({ file, search: searchOf(request.url), accept: request.headers.accept });
  setHeaders(reply, file);
  return plan === null ? sendOriginal(request, reply, file, parts) : sendImage(request, reply, { file, plan, parts });
}

function setHeaders(reply: FastifyReply, { fileName, mimeType, isPast }: AddressedFile): void {
  reply.headers({
    'cache-control': isPast ? OF_THE_PAST : IMMUTABLE,
    'content-security-policy': SANDBOX,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  if (dispositionOf(mimeType) === 'attachment') reply.header('content-disposition', attachmentNamed(fileName));
}

async function sendOriginal(
  request: FastifyRequest,
  reply: FastifyReply,
  file: AddressedFile,
  { files, bucketUrl }: FileRouteParts,
): Promise<FastifyReply> {
  const tag = `"${file.hash}"`;
  reply.headers({ etag: tag, 'accept-ranges': 'bytes' });
  if (isKnown(request, tag)) return reply.code(304).send();
  if (bucketUrl !== null && !file.isPast && dispositionOf(file.mimeType) === 'inline')
    return reply.removeHeader('etag').redirect(`${bucketUrl}/${file.name}`, 302);
  const range = isRangeMeant(request, tag) ? readRange(request.headers.range, file.size) : null;
  if (range === 'unsatisfiable') return sendUnsatisfiable(reply, file.size);
  const isHead = request.method === 'HEAD';
  const stream = isHead ? undefined : await files.open(file.name, range ?? undefined);
  if (!isHead && stream === undefined) throw missing(request, file);
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.headers({ 'content-type': file.mimeType, 'content-length': lengthOf(range, file.size) });
  return reply.send(stream);
}

async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, plan, parts }: { file: AddressedFile; plan: ImagePlan; parts: FileRouteParts },
): Promise<FastifyReply> {
  reply.header('etag', plan.etag);
  if (plan.variesByAccept) reply.header('vary', 'Accept');
  if (plan.followsFocalPoint && !file.isPast) reply.header('cache-control', FOLLOWING);
  if (isKnown(request, plan.etag)) return reply.code(304).send();
  const open = async () => {
    const copy = await parts.files.localCopy(file.name);
    if (copy === undefined) throw missing(request, file);
    return copy;
  };
  const image = await parts.images.render(plan, { open }, request.ip);
  reply.headers({ 'content-type': plan.mimeType, 'content-length': image.size });
  if (request.method !== 'HEAD' && image.size > READ_WHOLE_BYTES_MAX) return reply.send(image.file.createReadStream());
  try {
    return reply.send(request.method === 'HEAD' ? undefined : await image.file.readFile());
  } finally {
    await image.file.close();
  }
}

/** The row exists, but its file does not: something deleted it from the storage. */
function missing(request: FastifyRequest, { name }: AddressedFile): Error {
  request.log.error({ file: name }, 'The file of an asset is not in the storage');
  return notFound('file');
}

function sendUnsatisfiable(reply: FastifyReply, size: number): FastifyReply {
  reply.removeHeader('etag').removeHeader('content-disposition');
  return reply
    .code(416)
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
    .send();
}

function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** Ranges are only sent if the client's partial copy is of the same file; otherwise they would be useless. */
function isRangeMeant({ headers }: FastifyRequest, tag: string): boolean {
  const condition = headers['if-range'];
  return condition === undefined || condition === tag;
}

function lengthOf(range: ByteRange | null, size: number): number {
  return range === null ? size : range.end - range.start + 1;
}

/** RFC 6266: a plain name for old clients, the real one for all others. */
function attachmentNamed(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
