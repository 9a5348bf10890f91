/**
 * The interactive API reference. Everything it loads comes from this service, and its policy forbids the browser
 * anything else. The viewer is read from its package at the first request: a start does not load it.
 */
import Fastify from 'fastify';
import { PreparedBody } from './prepared-body.ts';

/** The folder that the package would serve from; only its script is ever taken from there. */
const VIEWER_PREFIX = '/viewer';
const VIEWER_SCRIPT = `${VIEWER_PREFIX}/js/scalar.js`;

/** What a browser may do on the page: run our scripts, call this service. The viewer injects styles into the page. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** URLs are relative, so that the page also works under a proxy's path. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern: interface reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript; <a href="openapi.json">openapi.json</a> has the same for programs.</noscript>
<div id="app"></div>
<script src="docs/viewer.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const SETTINGS = {
  url: 'openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  proxyUrl: '',
};

/** Starts the viewer; a separate file, since the policy allows no inline scripts. */
export const START_SCRIPT = `Scalar.createApiReference('#app', ${JSON.stringify(SETTINGS)});\n`;

/** Returns the viewer's script, the same every time. */
export function viewerScript(): () => Promise<PreparedBody> {
  let script: Promise<PreparedBody> | undefined;
  return () => {
    script ??= readScript();
    return script;
  };
}

/** The package offers its script only through a server, so it gets a private one that nobody else can reach. */
async function readScript(): Promise<PreparedBody> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = Fastify();
  await server.register(scalar, { routePrefix: VIEWER_PREFIX, configuration: { url: SETTINGS.url } });
  const response = await server.inject(VIEWER_SCRIPT);
  await server.close();
  if (response.statusCode !== 200) throw new Error(`The viewer's package has no ${VIEWER_SCRIPT}.`);
  return new PreparedBody(response.rawPayload);
}
