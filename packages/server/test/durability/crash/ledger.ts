/**
 * What clients of a killed service were promised, and what must therefore exist afterwards. A response is a promise; a
 * missing one promises nothing, the write may exist or not.
 */
import assert from 'node:assert/strict';
import { type Actor, type ApiResponse, valueAt } from '../../../../testing/src/client.ts';

/** One acknowledged state of an entry. */
interface Acknowledged {
  readonly version: number;
  readonly status: string;
  /** The stamp that all its values carry. */
  readonly stamp: string;
}

/** Locales and fields that every value of an entry is in; all carry one stamp. */
export const LOCALES = ['en-US', 'de', 'fr'] as const;
export const FIELDS = ['one', 'two', 'three', 'four'] as const;

/** A body whose every value, in every locale, is the stamp. */
export function stampedFields(stamp: string): Record<string, Record<string, string>> {
  const values = Object.fromEntries(LOCALES.map((locale) => [locale, stamp]));
  return Object.fromEntries(FIELDS.map((field) => [field, values]));
}

export class Ledger {
  readonly #latest = new Map<string, Acknowledged>();
  /** `<id>@<version>` → its stamp: a version that is acknowledged twice with different values was lost once. */
  readonly #stamps = new Map<string, string>();
  acknowledgements = 0;

  get ids(): readonly string[] {
    return [...this.#latest.keys()];
  }

  /** Records a response: the entry as it was after the write. */
  note(response: ApiResponse): void {
    this.acknowledgements++;
    const id = response.string('id');
    const version = response.number('version');
    const stamp = stampOf(response.at('fields'), String(response));
    const known = this.#stamps.get(`${id}@${version}`) ?? stamp;
    assert.equal(stamp, known, `${id} was acknowledged at version ${version} before: ${response}`);
    this.#stamps.set(`${id}@${version}`, stamp);
    if ((this.#latest.get(id)?.version ?? 0) > version) return;
    this.#latest.set(id, {
      version,
      status: response.string('status'),
      stamp,
    });
  }

  /** Fails unless everything promised is there, on the management and the delivery plane. */
  async verify(management: Actor, delivery: Actor, read: string): Promise<void> {
    const verifyEntry = async ([id, promised]: [string, Acknowledged]) => {
      const entry = await management.get(`/entries/${id}`, 200);
      const version = entry.number('version');
      assert.ok(version >= promised.version, `${id} was acknowledged at version ${promised.version}: ${entry}`);
      const stamp = stampOf(entry.at('fields'), String(entry));
      if (version === promised.version) {
        assert.deepEqual([entry.at('status'), stamp], [promised.status, promised.stamp], String(entry));
      }
      const kept = await management.get(`/entries/${id}/versions/${promised.version}`, 200);
      assert.equal(stampOf(kept.at('fields'), String(kept)), promised.stamp);
      await this.#verifyDelivery(entry, delivery, `${read}/entries/${id}?locale=*`);
    };
    await Promise.all([...this.#latest].map(verifyEntry));
  }

  async #verifyDelivery(entry: ApiResponse, delivery: Actor, path: string): Promise<void> {
    const isPublished = entry.at('status') === 'published' || entry.at('status') === 'changed';
    const published = await delivery.get(path, isPublished ? 200 : 404);
    if (!isPublished) return;
    const stamp = stampOf(published.at('fields'), String(published));
    if (entry.at('status') === 'published') assert.equal(stamp, stampOf(entry.at('fields'), String(entry)));
  }
}

/** The one stamp that all values carry; fails if they carry several. */
function stampOf(fields: unknown, context: string): string {
  const stamps = new Set(
    FIELDS.flatMap((field) => LOCALES.map((locale) => String(valueAt(fields, `${field}.${locale}`)))),
  );
  const [stamp] = stamps;
  assert.ok(
    stamps.size === 1 && stamp !== undefined && stamp !== 'undefined',
    `mixed stamps ${[...stamps].join(' ')}: ${context}`,
  );
  return stamp;
}
