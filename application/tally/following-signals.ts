// The signals that follow tallies. They follow the layout.
import { isEqual } from '../../domain/codec/equality.js';
import type { SignalDefinition } from '../../domain/studio/signal.js';
import { followedValue, type FollowedTally } from '../../domain/studio/tally-subject.js';
import { reconcile } from '../commands/reconcile.js';
import type { Watch } from '../ports/watch.js';
import type { StudioState } from '../state/studio-state.js';
import { SignalFollower, type SignalFollowerDeps } from './signal-follower.js';
import { tallyOfSubject } from './subjects.js';
import { watchCameraTallies, watchOutputTallies, type TallyPorts } from './tallies.js';

export interface FollowingDeps extends SignalFollowerDeps, TallyPorts {
  readonly studio: StudioState;
  readonly lines: SignalFollowerDeps['lines'] & { readonly watch: Watch };
}

/** A signal that follows a tally. */
interface FollowingSignal {
  readonly id: string;
  readonly follows: FollowedTally;
}

interface OpenFollower {
  readonly follows: FollowedTally;
  readonly follower: SignalFollower;
}

const following = (signals: readonly SignalDefinition[]): readonly FollowingSignal[] =>
  signals.flatMap(({ id, follows }) => (follows === undefined ? [] : [{ id, follows }]));

/** Keeps all signals that follow a tally in its state, until the returned function is called. */
export const followTallies = (deps: FollowingDeps): (() => void) => {
  const { studio, lines } = deps;
  const followers = new Map<string, OpenFollower>();

  const updateThose = (isMeant: (follows: FollowedTally) => boolean): void => {
    for (const { follows, follower } of followers.values()) if (isMeant(follows)) follower.update();
  };

  const follow = (): void => {
    reconcile(followers, following(studio.layout.signals), {
      open: ({ id, follows }) => {
        const wanted = (): boolean | null => followedValue(follows, tallyOfSubject(deps, follows));
        return { follows, follower: new SignalFollower(id, wanted, deps) };
      },
      serves: ({ follows: before }, { follows }) => isEqual(before, follows),
      close: ({ follower }) => {
        follower.end();
      },
    });
    updateThose(() => true);
  };

  follow();
  const unsubscribes = [
    lines.watch((signal) => followers.get(signal)?.follower.update()),
    watchOutputTallies(deps)((id) => {
      updateThose((follows) => 'output' in follows && follows.output === id);
    }),
    watchCameraTallies(deps)((id) => {
      updateThose((follows) => 'camera' in follows && follows.camera === id);
    }),
    studio.watchLayout(follow),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    for (const { follower } of followers.values()) follower.stop();
  };
};
