/** Attacks by few large entries, many changes and many responses at once, and what others notice of them. */
import { readFileSync } from 'node:fs';
import { type Bystander, type BystanderReport, startBystander } from './bystander.ts';
import { type ByteAttack, type ByteSizes, type LargeTenant, makeLargeTenant } from './byte-attacks.ts';

/** What came of an attack. */
export interface AttackResult {
  /** Statuses of its responses, each once. */
  readonly statuses: readonly number[];
  /** Longest wait of the other tenant for each thing that it does. */
  readonly waitsMs: BystanderReport['longestMs'];
  /** Other responses of the other tenant than 2xx. */
  readonly failures: readonly string[];
  /** Memory of the process after the attack, beyond what it had before. */
  readonly grownBytes: number;
}

/** A service in a process of its own. */
interface Besieged {
  readonly url: string;
  readonly pid: number;
}

/** A service with a tenant that attacks, and another one. */
export interface LargeSiege {
  attack(attack: ByteAttack): Promise<AttackResult>;
  end(): Promise<void>;
}

/** Makes both tenants. Whoever does so ends the siege. */
export async function besiege(service: Besieged, sizes: ByteSizes): Promise<LargeSiege> {
  const tenant: LargeTenant = await makeLargeTenant(service.url, sizes);
  const bystander: Bystander = await startBystander(service.url);
  return {
    attack: async (attack) => {
      await attack.prepare?.(tenant);
      const before = memoryOf(service.pid);
      bystander.reset();
      const responses = await attack.run(tenant);
      const { longestMs, failures } = await bystander.report();
      return {
        statuses: [...new Set(responses.map(({ status }) => status))],
        waitsMs: longestMs,
        failures,
        grownBytes: memoryOf(service.pid) - before,
      };
    },
    end: () => bystander.end(),
  };
}

/** Bytes of a process that are in memory. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}
