/** How requests name a release; apart from the client, as pure code asks for it too. */

/** What takes a request on entries into a release. @param release its id; undefined for the drafts themselves */
export function inRelease(release: string | undefined): { readonly change_set?: string } {
  return release === undefined ? {} : { change_set: release };
}
