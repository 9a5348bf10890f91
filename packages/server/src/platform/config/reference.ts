/** The documentation page that lists every variable, generated from the table so that it cannot drift. */
import { CONFIGURATION_EXIT_CODE } from './configuration-error.ts';
import { tracingVariables } from './tracing.ts';
import { clientVariables, serviceVariables, type Variable } from './variables.ts';

/** The text of `docs/reference/configuration.md`. */
export function configurationReference(): string {
  return `# Configuration

Lectern is configured by environment variables. A value that is not valid, and a variable that begins with \`LECTERN_\` and
is not listed here, stop the start: all problems are named at once, nothing is opened, and the exit code is ${CONFIGURATION_EXIT_CODE}.
An empty value counts as not set. This page is written by \`node scripts/write-reference.ts\`.

## The service

${tableOf(serviceVariables)}

## Commands that talk to a running service

${tableOf(clientVariables)}

## Traces

Where an endpoint is set, the service sends [traces](../operations/traces.md) by OpenTelemetry's protocol. Of its other
variables, those of its exporter over HTTP, such as \`OTEL_EXPORTER_OTLP_COMPRESSION\` and \`OTEL_EXPORTER_OTLP_CERTIFICATE\`, have
the effect that it documents, and the rest has none.

${tableOf(tracingVariables)}
`;
}

function tableOf(table: Record<string, Variable<unknown>>): string {
  const rows = Object.entries(table).map(([name, variable]) => {
    const otherwise = variable.fallback === undefined ? variable.otherwise : `\`${variable.fallback}\``;
    return `| \`${name}\` | ${otherwise} | ${variable.meaning} |`;
  });
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
