/** The time zone of the person. */
import { isTimeZone } from '../../../../contract/src/zoned-time.ts';
import { zoneName } from '../../fields/moments.ts';

/** That of this device; UTC where the device has none that has a name, such as `+01:00`. */
export function ownZone(): string {
  const zone = zoneName();
  return isTimeZone(zone) ? zone : 'UTC';
}
