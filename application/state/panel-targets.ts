// What the service reports for the set-up of control devices: its addresses, and the records that routes name.
import { boundedTargets, type PanelTargets } from '../../domain/console/panel-targets.js';
import { featuresOfMacro } from '../../domain/studio/macro-features.js';
import { panelsOf } from '../../domain/studio/panel.js';
import type { StudioState } from './studio-state.js';

/** The targets, which change with the studio file and the active bank. */
export interface PanelTargetsSource {
  readonly read: () => PanelTargets;
  /** Calls `onChange` after every change, until the returned function is called. */
  readonly watch: (onChange: () => void) => () => void;
}

/** What the targets are read from. */
export interface PanelTargetsDeps {
  readonly studio: Pick<StudioState, 'layout' | 'runtime' | 'watch' | 'watchLayout'>;
  /** Returns the addresses at which callers on the network reach the service. */
  readonly urls: () => readonly string[];
}

/** Returns the targets of a studio. */
export const panelTargetsSource = ({ studio, urls }: PanelTargetsDeps): PanelTargetsSource => ({
  read: () => {
    const { outputs, banks, signals, macros, stations } = studio.layout;
    const { activeBank } = studio.runtime();
    return boundedTargets({
      urls: urls(),
      outputs: outputs.map(({ slot, scenes }) => ({ slot, scenes })),
      clips: (banks.find(({ key }) => key === activeBank)?.clips ?? []).map(({ number, name }) => ({ number, name })),
      signals: signals.map(({ identifier }) => identifier),
      macros: macros.map((macro) => ({ id: macro.id, name: macro.name, features: featuresOfMacro(macros, macro) })),
      stations: stations.map(({ id, name }) => ({ id, name })),
      panels: panelsOf(studio.layout).map(({ id, name }) => ({ id, name })),
      further: 0,
    });
  },
  watch: (onChange) => {
    const ends = [
      studio.watchLayout(onChange),
      studio.watch(({ before, now }) => {
        if (before.activeBank !== now.activeBank) onChange();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  },
});
