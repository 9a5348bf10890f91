/** A webhook made over HTTP, for tests of what it is sent. */
import type { ApiResponse } from '../../../testing/src/client.ts';
import type { Scene } from '../../../testing/src/given.ts';

/** What a service is started with so that it may send to receivers on the loopback. */
export const SENDS_HOME = { LECTERN_WEBHOOK_ALLOW: '127.0.0.1' };

/** Makes a webhook in the scene's space; gives the response, with its id and secret. */
export function makeWebhook(scene: Scene, url: string, more: Record<string, unknown> = {}): Promise<ApiResponse> {
  return scene.owner.post(`${scene.space}/webhooks`, { name: 'Receiver', url, ...more }, 201);
}
