/** The page of the documentation that lists every error, made from the catalogue so that it cannot drift. */
import { errorCatalogue } from './catalogue.ts';

/** The text of `docs/reference/errors.md`. */
export function errorReference(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`,
  );
  return `# Errors

Every refusal is \`{"detail": {"code": "…", "message": "…", …}}\`. \`code\` never changes and is what programs look at;
\`message\` is one English sentence that says what to do; the further keys that a code brings are named in its meaning.
Of what belongs to another tenant not even the existence is told: it is \`not_found\` like what never was.
\`validation_failed\` brings \`errors\`, an array of \`{path, rule, message}\` with paths such as \`fields.title.en-US\` or
\`query.limit\`. With 401 comes \`WWW-Authenticate: Bearer\`, with 429 and 503 \`Retry-After\` in seconds.

This page is written by \`node scripts/write-reference.ts\`.

| Status | Code | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}
