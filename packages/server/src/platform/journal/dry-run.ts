/** Rolls the write of a dry run back. */
export class DryRun extends Error {
  constructor() {
    super('A dry run writes nothing.');
    this.name = 'DryRun';
  }
}
