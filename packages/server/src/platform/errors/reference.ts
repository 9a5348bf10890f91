/** The documentation page that lists every error, generated from the catalogue so that it cannot drift. */
import { errorCatalogue } from '../../../../contract/src/errors.ts';

/** The text of `docs/reference/errors.md`. */
export function errorReference(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`,
  );
  return `# Errors

Every error is \`{"detail": {"code": "…", "message": "…", …}}\`. \`code\` never changes and is what programs look at;
\`message\` is one English sentence that says what to do; the further keys that a code brings are named in its meaning.
What belongs to another tenant is \`not_found\`, as if it did not exist.
\`validation_failed\` has \`errors\`, an array of \`{path, rule, message}\` with paths such as \`fields.title.en-US\` or
\`query.limit\`; the message is that of the first of them. It lists at most 100; \`truncated: true\` says that there are more.
With 401 comes \`WWW-Authenticate: Bearer\`, with 429 and 503 \`Retry-After\` in seconds.

This page is written by \`node scripts/write-reference.ts\`.

| Status | Code | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}
