// The outputs that a vMix plays.
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { ScenePlayers } from '../shared/scenes/scene-players.js';
import { ClipIndex } from './clip-index.js';
import { VmixScene, type MixHost } from './scene.js';
import type { VmixPlayer } from './settings.js';
import type { VmixState } from './state.js';

/** The players of a connection. */
export class VmixPlayers extends ScenePlayers<VmixPlayer, VmixState> {
  constructor(host: MixHost & Pick<ConnectionDeps, 'id' | 'changed'>) {
    let clips = new ClipIndex([]);
    super({
      id: host.id,
      changed: host.changed,
      state: host.state,
      noGraphics: 'no graphic is attached to vMix',
      select: (selections) => {
        clips = new ClipIndex(selections);
      },
      followed: (state) => {
        clips.follow(state);
      },
      openScene: ({ output, settings: { mixes, idle } }, scene) => {
        const mix = Object.hasOwn(mixes, scene) ? mixes[scene] : undefined;
        return new VmixScene({ output: output.id, scene, mix, idle }, clips, host);
      },
    });
  }
}
