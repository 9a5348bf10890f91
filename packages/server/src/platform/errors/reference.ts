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
\`validation_failed\` has \`errors\`, an array of \`{path, rule, params, message}\` with paths such as \`fields.title.en-US\` or
\`query.limit\`; the message is that of the first of them. \`rule\` never changes either. \`params\` is plain data about the rule, from
which a program makes a sentence in its own words: \`limit\` and, where it was counted, \`given\` of \`max_length\` and the like,
\`listed\` of \`in\`, \`names\` and \`listed\` of \`nodes\`; a rule that says it all by its name and path has none. It lists at most
100; \`truncated: true\` says that there are more.
With 401 comes \`WWW-Authenticate: Bearer\`, with 429 and 503 \`Retry-After\` in seconds.

This page is written by \`node scripts/write-reference.ts\`.

| Status | Code | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}
