/** Serialises responses after checking them against the schema of their route, so that tests find undeclared ones. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { boundedJson } from './response-size.ts';

/** Makes serializers that throw if a response does not match its schema. */
export function responseChecker(): FastifySerializerCompiler<TSchema> {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  return ({ schema, method, url, httpStatus }) => {
    let validate: ValidateFunction | undefined;
    return (data: unknown) => {
      const written = boundedJson(data);
      const text = written.toString();
      validate ??= ajv.compile(schema as TSchema);
      if (!validate(JSON.parse(text))) {
        throw new Error(
          `${method} ${url} responded with an undeclared ${httpStatus}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`,
        );
      }
      return written;
    };
  };
}
