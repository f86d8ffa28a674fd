import { isEventId, isLater } from './job-event.ts';

/** The id of the last event heard, as all pages of the session know it (census GEN-11). */
export interface SharedPosition {
  get(): unknown;
  set(id: string): void;
}

/** How far the page has heard its channel. */
export interface ChannelPosition {
  readonly id: string | undefined;
  /** An event was heard. */
  reach(id: string): void;
  /**
   * Makes sure that nothing after `since` is passed over. `isIdle` says that nobody listens now, so that what is between
   * may be passed over. Answers whether the channel must be heard again from an earlier place.
   */
  cover(since: string | undefined, isIdle: boolean): boolean;
}

export function createChannelPosition(shared: SharedPosition): ChannelPosition {
  let id: string | undefined;
  /** Where this page began after passing events over. */
  let jumpedTo: string | undefined;
  return {
    get id() {
      return id;
    },
    reach(heard) {
      if (!isLater(heard, id)) return;
      id = heard;
      const known = shared.get();
      if (isLater(heard, isEventId(known) ? known : undefined)) shared.set(heard);
    },
    cover(since, isIdle) {
      if (isEventId(since) && isIdle && isLater(since, id)) {
        id = jumpedTo = since;
        return false;
      }
      // Asked before the page passed over what came next, and answered only now.
      if (jumpedTo === undefined || (isEventId(since) && !isLater(jumpedTo, since))) return false;
      id = jumpedTo = isEventId(since) ? since : undefined;
      return true;
    },
  };
}
