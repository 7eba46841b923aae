// The order in which requests begin: those of the host itself and of known addresses at once, few others in one turn of the
// event loop, each address in its turn.

/**
 * How many requests of other addresses begin in one turn of the event loop; and in a turn that accepts a connection. Node.js
 * accepts one connection in each turn, so those in the backlog, of which one may be the host's, wait for as many turns.
 */
export const othersPerTurn = 8;
export const othersWhileAccepting = 1;

type Task = () => void;

/** Who sends a request: the key of its network, and whether it is the host itself or a known address. */
export interface Sender {
  readonly key: string;
  readonly isPreferred: boolean;
}

/** The turns of a server. Within a turn, a connection begins one request at most. */
export interface Turns {
  /** Begins a request that has arrived on an idle connection: at once if the turn has room for it. */
  readonly arrive: (sender: Sender, begin: Task) => void;
  /** Begins the next request of a connection in a later turn. */
  readonly follow: (sender: Sender, begin: Task) => void;
  /** Notes that a connection was accepted in this turn. */
  readonly accept: () => void;
}

/** Tasks that wait, by the key of their network. Networks take turns. */
const waitingTasks = () => {
  const byKey = new Map<string, Task[]>();
  return {
    isEmpty: () => byKey.size === 0,
    add: (key: string, task: Task): void => {
      const tasks = byKey.get(key);
      if (tasks === undefined) byKey.set(key, [task]);
      else tasks.push(task);
    },
    next: (): Task | undefined => {
      for (const [key, tasks] of byKey) {
        const task = tasks.shift();
        byKey.delete(key);
        if (tasks.length > 0) byKey.set(key, tasks);
        return task;
      }
      return undefined;
    },
  };
};

/** Creates the turns of a server. */
export const requestTurns = (): Turns => {
  const preferred: Task[] = [];
  const others = waitingTasks();
  let left = othersPerTurn;
  let isAccepting = false;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runWaiting);
  };

  const runOthers = (): void => {
    for (; left > 0 && !others.isEmpty(); left -= 1) others.next()?.();
  };

  function runWaiting(): void {
    isScheduled = false;
    const room = isAccepting ? othersWhileAccepting : othersPerTurn;
    isAccepting = false;
    left = room;
    for (const begin of preferred.splice(0)) begin();
    runOthers();
    // Until this runs again, those that arrive have the room that is left.
    if (left < othersPerTurn || preferred.length > 0) schedule();
  }

  const wait = ({ key, isPreferred }: Sender, begin: Task): void => {
    if (isPreferred) preferred.push(begin);
    else others.add(key, begin);
    schedule();
  };

  return {
    arrive: (sender, begin) => {
      if (sender.isPreferred) begin();
      else if (left === 0 || !others.isEmpty()) wait(sender, begin);
      else {
        left -= 1;
        schedule();
        begin();
      }
    },
    follow: wait,
    accept: () => {
      isAccepting = true;
    },
  };
};
