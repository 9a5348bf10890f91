/** Bodies that do not parse, do not fit, are too large or too deep, or come as another media type. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Case, entryBody, json } from './case.ts';

const MEBIBYTE = 1024 * 1024;
const DEEP = 200_000;

export const badBodies: readonly Case[] = [
  { name: 'no body', codes: ['validation_failed', 'malformed_request', 'unsupported_media_type'] },
  { name: 'an empty body', parts: { raw: '', headers: json }, codes: ['malformed_request', 'validation_failed'] },
  {
    name: 'half of an object',
    parts: { raw: '{"content_type_id": "auth', headers: json },
    codes: ['malformed_request'],
    hint: 'JSON',
  },
  { name: 'two values', parts: { raw: '{} {}', headers: json }, codes: ['malformed_request'] },
  { name: 'single quotes', parts: { raw: "{'a': 1}", headers: json }, codes: ['malformed_request'] },
  { name: 'NaN', parts: { raw: '{"a": NaN}', headers: json }, codes: ['malformed_request'] },
  {
    name: 'only a byte order mark',
    parts: { raw: Buffer.from([0xef, 0xbb, 0xbf]), headers: json },
    codes: ['malformed_request'],
  },
  {
    name: 'bytes that are not UTF-8',
    parts: { raw: Buffer.from([0x22, 0xff, 0xfe, 0x22]), headers: json },
    codes: ['malformed_request'],
    hint: 'UTF-8',
  },
  { name: 'a list', parts: { body: [] }, codes: ['validation_failed'] },
  { name: 'a text', parts: { body: 'text' }, codes: ['validation_failed'] },
  { name: 'null', parts: { body: null }, codes: ['validation_failed'] },
  { name: 'a number', parts: { body: 5 }, codes: ['validation_failed'] },
  { name: 'true', parts: { raw: 'true', headers: json }, codes: ['validation_failed'] },
  { name: 'an unknown key', parts: { body: entryBody({ slgu: 'x' }) }, codes: ['validation_failed'], hint: 'slug' },
  {
    name: 'an unknown field',
    parts: { body: entryBody({ fields: { nmae: 'x' } }) },
    codes: ['validation_failed'],
    hint: 'name',
  },
  {
    name: 'fields that are a list',
    parts: { body: entryBody({ fields: [] }) },
    codes: ['validation_failed'],
    hint: 'fields',
  },
  {
    name: 'fields that are null',
    parts: { body: entryBody({ fields: null }) },
    codes: ['validation_failed'],
    hint: 'fields',
  },
  {
    name: 'a number for text',
    parts: { body: entryBody({ fields: { name: 5 } }) },
    codes: ['validation_failed'],
    hint: 'fields.name.en-US',
  },
  {
    name: 'text for a type',
    parts: { body: entryBody({ content_type_id: 5 }) },
    codes: ['validation_failed'],
    hint: 'content_type_id',
  },
  {
    name: 'a type that is not there',
    parts: { body: entryBody({ content_type_id: 'auhtor' }) },
    codes: ['validation_failed'],
    hint: 'content_type_id',
  },
  { name: 'no type', parts: { body: { fields: {} } }, codes: ['validation_failed'], hint: 'content_type_id' },
  {
    name: 'NUL in text',
    parts: { raw: '{"content_type_id":"author","fields":{"name":"a\\u0000b"}}', headers: json },
    codes: ['validation_failed'],
    hint: 'NUL',
  },
  {
    name: 'NUL in a key',
    parts: { raw: '{"content_type_id":"author","fields":{"na\\u0000me":"x"}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'half a surrogate pair',
    parts: { raw: '{"content_type_id":"author","fields":{"name":"\\ud800"}}', headers: json },
    codes: ['validation_failed'],
    hint: 'surrogate',
  },
  {
    name: '__proto__ as a key',
    parts: { raw: '{"content_type_id":"author","fields":{"__proto__":{"name":"x"}}}', headers: json },
    codes: ['validation_failed'],
    hint: '__proto__',
  },
  {
    name: '__proto__ at the top',
    parts: { raw: '{"__proto__":{"admin":true},"content_type_id":"author","fields":{}}', headers: json },
    codes: ['validation_failed'],
    hint: '__proto__',
  },
  {
    name: 'an escaped __proto__',
    parts: { raw: '{"content_type_id":"author","fields":{"\\u005f_proto__":1}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'constructor as a field',
    parts: { body: entryBody({ fields: { constructor: 'x' } }) },
    codes: ['validation_failed'],
  },
  {
    name: 'hasOwnProperty as a field',
    parts: { body: entryBody({ fields: { hasOwnProperty: 'x' } }) },
    codes: ['validation_failed'],
  },
  {
    name: 'toString as a type',
    parts: { body: entryBody({ content_type_id: 'toString' }) },
    codes: ['validation_failed'],
  },
  {
    name: `${DEEP} lists in each other`,
    parts: { raw: '['.repeat(DEEP) + ']'.repeat(DEEP), headers: json },
    codes: ['validation_failed', 'malformed_request'],
  },
  {
    name: `${DEEP} objects in each other`,
    parts: { raw: `${'{"a":'.repeat(DEEP / 2)}1${'}'.repeat(DEEP / 2)}`, headers: json },
    codes: ['validation_failed', 'malformed_request'],
  },
  {
    name: 'depth inside a json field',
    parts: {
      raw: `{"content_type_id":"article","fields":{"extra":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
      headers: json,
    },
    codes: ['validation_failed', 'malformed_request'],
  },
  {
    name: 'a body of 2 MB',
    parts: { raw: JSON.stringify(entryBody({ fields: { name: 'x'.repeat(2 * MEBIBYTE) } })), headers: json },
    codes: ['payload_too_large'],
    hint: 'larger than 1048576 bytes',
  },
  {
    name: 'a number out of range',
    parts: { raw: '{"content_type_id":"article","fields":{"rating":1e400000}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'an integer that is not safe',
    parts: { raw: '{"content_type_id":"article","fields":{"pages":9007199254740993}}', headers: json },
    codes: ['validation_failed'],
  },
  {
    name: 'text/plain',
    parts: { raw: '{}', headers: { 'content-type': 'text/plain' } },
    codes: ['unsupported_media_type'],
    hint: 'application/json',
  },
  { name: 'no content type', parts: { raw: '{}' }, codes: ['unsupported_media_type'] },
  {
    name: 'a form',
    parts: { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'multipart',
    parts: { raw: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'XML',
    parts: { raw: '<a/>', headers: { 'content-type': 'application/xml' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'garbage after the content type',
    parts: { raw: JSON.stringify(entryBody({ evil: 1 })), headers: { 'content-type': 'application/json garbage' } },
    codes: ['unsupported_media_type', 'validation_failed'],
  },
  {
    name: 'another charset',
    parts: { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
    codes: ['unsupported_media_type', 'validation_failed'],
  },
  {
    name: 'a gzipped body',
    parts: { raw: gzipSync('{}'), headers: { ...json, 'content-encoding': 'gzip' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'a brotli body',
    parts: { raw: brotliCompressSync(Buffer.alloc(MEBIBYTE)), headers: { ...json, 'content-encoding': 'br' } },
    codes: ['unsupported_media_type'],
  },
  {
    name: 'an idempotency key of 256 characters',
    parts: { body: entryBody({}), headers: { 'idempotency-key': 'k'.repeat(256) } },
    codes: ['validation_failed'],
  },
  {
    name: 'an If-Match that is no version',
    method: 'PATCH',
    path: '/entries/{entry}',
    parts: { body: { fields: {} }, headers: { 'if-match': 'W/"x"' } },
    codes: ['validation_failed'],
  },
  {
    name: 'a version that is no number',
    method: 'PATCH',
    path: '/entries/{entry}',
    parts: { body: { version: 'x', fields: {} } },
    codes: ['validation_failed'],
    hint: 'version',
  },
  {
    name: 'a status in a body',
    method: 'PATCH',
    path: '/entries/{entry}',
    parts: { body: { status: 'published' } },
    codes: ['validation_failed'],
    hint: 'status',
  },
  {
    name: 'a body for an action without one',
    method: 'POST',
    path: '/entries/{entry}/publish',
    parts: { body: { force: true } },
    codes: ['validation_failed'],
  },
  {
    name: 'a broken body with an action',
    method: 'POST',
    path: '/entries/{entry}/publish',
    parts: { raw: '{', headers: json },
    codes: ['malformed_request'],
  },
];
