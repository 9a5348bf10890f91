/** Serialises answers after checking them against the schema of their route, so that tests find what the contract does not say. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** Makes serializers that throw where a response is not as declared. */
export function responseChecker(): FastifySerializerCompiler<TSchema> {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  return ({ schema, method, url, httpStatus }) => {
    let validate: ValidateFunction | undefined;
    return (data: unknown) => {
      const text = JSON.stringify(data);
      validate ??= ajv.compile(schema as TSchema);
      if (!validate(JSON.parse(text))) {
        throw new Error(
          `${method} ${url} answered ${httpStatus} not as declared: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`,
        );
      }
      return text;
    };
  };
}
