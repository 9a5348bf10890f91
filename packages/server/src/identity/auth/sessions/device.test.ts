/** User agents of real browsers and programs, and the device names that their owners recognise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from './device.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit';
const userAgents = [
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  ['Chrome on macOS', `${MAC}/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`],
  ['Safari on macOS', `${MAC}/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`],
  [
    'Edge on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  ],
  [
    'Opera on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0',
  ],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Samsung Internet on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
  ],
  ['curl', 'curl/8.17.0'],
  ['Node.js', 'node'],
  ['Unknown device', 'Ada’s own client/1'],
  ['Unknown device', ''],
] as const;

for (const [device, userAgent] of userAgents) {
  test(`${device}: ${userAgent}`, () => assert.equal(deviceOf(userAgent), device));
}
