// The game on the page: its record, the position on show, who plays, and what is being waited for.

import { Clocks } from "./clocks.svelte";
import type { Fault } from "./faults";
import { readLink, writeLink } from "./link";
import type { GameInfo, Position, SearchInfo, Welcome, Changed, Rolled } from "./messages";
import { MoveChooser, type Thinking } from "./moveChooser.svelte";
import { named } from "./playerNames";
import { atNode, cut, goTo, newRecord, nodeAt, pathTo, play, plyOf, ROOT, withTexts, type FullAt, type GameRecord, type Settings } from "./record";
import { defaultSeats, isPerson, PERSON, viewersOf, type Seat } from "./seats";
import { ask, ServerError, type Message, type Socket } from "./socket";
import { withoutToken } from "./tokens";

export class Session {
  welcome = $state.raw<Welcome | null>(null);
  games = $state.raw<GameInfo[]>([]);
  record = $state.raw<GameRecord>(newRecord("tic-tac-toe"));
  position = $state.raw<Position | null>(null);
  seats = $state.raw<Seat[]>([PERSON, PERSON]);
  fault = $state.raw<Fault | null>(null);
  connected = $state(true);
  rolling = $state(false);
  /** Whether a move is on its way to the server: until it is back, no other is made. */
  moving = $state(false);
  /** Whether the person has turned the board. */
  flipped = $state(false);
  /** How many games were begun: what is known of one is not of the next. */
  begun = $state(0);
  /** How often moves were discarded; the browser's Back returns to the game before. */
  discarded = $state(0);
  /** How often the rules of the game were saved: what is known of a position is not so under other rules. */
  saved = $state(0);
  /** Whether searches and dice go on by themselves; looking back at the game pauses them. */
  running = $state(true);
  /** Whether the end of this game has shown what was hidden: it can be looked at, not played on. */
  revealed = $state(false);
  readonly clocks = new Clocks(() => this.chooser.stop());
  private readonly chooser: MoveChooser;
  private shownTab = $state("Play");
  private asked = 0;
  private answered = 0;
  /** The newest roll: an older one no longer counts. */
  private rolls = 0;

  constructor(readonly socket: Socket) {
    socket.subscribe((message) => this.hear(message));
    this.chooser = new MoveChooser(socket, (move) => void this.advance(move), (error) => {
      this.running = false;
      this.clocks.stop();
      this.fail(error);
    });
  }

  get thinking(): Thinking | null {
    return this.chooser.thinking;
  }

  get tab(): string {
    return this.shownTab;
  }

  /** Searches, dice and clocks stand still while another part than Play is shown. */
  set tab(tab: string) {
    if (tab === this.shownTab) return;
    this.shownTab = tab;
    if (tab === "Play") this.continue();
    else this.halt();
  }

  get info(): GameInfo | undefined {
    return this.games.find((game) => game.name === this.record.game);
  }

  get searches(): SearchInfo[] {
    return this.welcome?.searches ?? [];
  }

  get at(): FullAt {
    return atNode(this.record);
  }

  /** The seats whose hidden cards the page may see; null where nothing is hidden. */
  get viewers(): number[] | null {
    return this.info?.hidden ? viewersOf(this.seats) : null;
  }

  /** Whether other people would see the cards of this game: such seats need a new one. */
  needsNewGame(seats: Seat[]): boolean {
    return !!this.info?.hidden && plyOf(this.record) > 0 && String(viewersOf(seats)) !== String(this.viewers);
  }

  get personToMove(): boolean {
    const position = this.position;
    if (!position || position.over || this.rolling || this.moving || this.isOutOfTime || this.revealed) return false;
    const explores = this.tab !== "Play" && !this.info?.hidden; // people move for all players
    return position.mover >= 0 && (explores || isPerson(this.seats[position.mover]));
  }

  /** Whether a clock has ended the game; the other parts may still look at its positions. */
  get isOutOfTime(): boolean {
    return this.tab === "Play" && this.clocks.expired !== null;
  }

  get waitsForStart(): boolean {
    return this.tab === "Play" && !this.running && !this.isOutOfTime && !this.revealed && !!this.position && !this.position.over && !this.personToMove && !this.thinking;
  }

  /** Ask for the games, then open what the address says. */
  async start(hash: string): Promise<void> {
    try {
      this.welcome = await ask<Welcome>(this.socket, { type: "hello" });
    } catch (error) {
      this.fail(error);
      return;
    }
    this.games = this.welcome.games;
    await this.open(hash);
  }

  /** Open a link; without one, the first file of the user, or else tic-tac-toe. */
  async open(hash: string): Promise<void> {
    const link = readLink(hash);
    const own = this.games.find((game) => game.source === "file")?.name;
    const record = link?.record ?? newRecord(own ?? "tic-tac-toe");
    if (link) this.shownTab = ["Play", "Analyse", "Tree", "Compare"].includes(link.tab) ? link.tab : "Play";
    this.begin(record, link?.seats ?? undefined, link?.clock ?? "");
    this.running = plyOf(record) === 0;
    const fault = await this.refresh();
    if (fault && plyOf(record) > 0) await this.dropIllegal(fault);
  }

  /** Keep the moves of a link before the first one that is not legal, and say which one that is. */
  private async dropIllegal(fault: Fault): Promise<void> {
    const { record, begun } = this;
    const path = pathTo(record, record.current);
    let [legal, illegal] = [0, path.length - 1];
    while (illegal - legal > 1) {
      const middle = (legal + illegal) >> 1;
      if (await this.isPlayable(record, path[middle] ?? ROOT)) legal = middle;
      else illegal = middle;
    }
    if (begun !== this.begun || !this.connected) return;
    const dropped = path[illegal] ?? ROOT;
    const move = withoutToken(nodeAt(record, dropped).move);
    this.record = cut(record, dropped);
    await this.refresh({ ...fault, message: `The link's move ${illegal}, ${move}, and what follows were dropped. ${fault.message}` });
  }

  private isPlayable(record: GameRecord, node: number): Promise<boolean> {
    const request = { type: "position", at: atNode(record, node), viewers: this.viewers };
    return ask<Position>(this.socket, request).then(() => true, () => false);
  }

  get link(): string {
    return writeLink({ record: this.record, seats: this.seats, clock: this.clocks.control, tab: this.tab });
  }

  async newGame(game: string, settings: Settings = {}, start: string | null = null, seats?: Seat[], clock = ""): Promise<void> {
    this.discarded += 1;
    this.begin(newRecord(game, settings, start), seats ?? (game === this.record.game ? this.seats : undefined), clock);
    this.running = true;
    await this.refresh();
  }

  /** Begin a new game if the server knows its first position; else keep the game on show. Returns what is wrong. */
  async tryNewGame(game: string, settings: Settings, start: string | null, seats: Seat[], clock = ""): Promise<string> {
    const viewers = this.games.find((each) => each.name === game)?.hidden ? viewersOf(seats) : null;
    try {
      await ask<Position>(this.socket, { type: "position", at: { game, settings, start, moves: [] }, viewers });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    await this.newGame(game, settings, start, seats, clock);
    return "";
  }

  private begin(record: GameRecord, seats: Seat[] | undefined, clock: string): void {
    this.halt();
    const info = this.games.find((each) => each.name === record.game);
    const players = info?.players ?? 2;
    this.record = record;
    this.begun += 1;
    this.revealed = false;
    this.position = null;
    this.seats = seats?.length === players ? seats : defaultSeats(players, info?.default_search || "mcts");
    this.clocks.reset(clock, players);
  }

  /** Show a node of the record. Looking at another position pauses the searches. */
  async jump(node: number): Promise<void> {
    this.halt();
    this.running = false;
    this.record = goTo(this.record, node);
    await this.refresh();
  }

  async makeMove(move: string): Promise<void> {
    this.clocks.stop(true);
    this.halt();
    if (this.isOutOfTime || this.revealed) return;
    this.running = true;
    await this.advance(move);
  }

  async playLine(moves: string[]): Promise<void> {
    this.halt();
    this.running = false;
    for (const move of moves) this.record = play(this.record, move);
    await this.refresh();
  }

  private async advance(move: string): Promise<void> {
    const before = this.record;
    this.clocks.stop(true);
    if (this.isOutOfTime) return;
    this.record = play(before, move);
    this.moving = true;
    const fault = await this.refresh();
    this.moving = false;
    // A text that the server refuses is not part of the game.
    if (fault && this.record.nodes.length > before.nodes.length) {
      this.record = before;
      await this.refresh(fault);
    }
  }

  /** Whether the board is drawn from the other side: that of the only person, if that is Black in chess. */
  get isTurned(): boolean {
    const isOfBlack = this.position?.board?.kind === "chess" && String(viewersOf(this.seats)) === "1";
    return this.flipped !== isOfBlack;
  }

  get canUndo(): boolean {
    return this.record.current !== ROOT && !this.revealed;
  }

  /** A new game with the same settings and players. */
  async again(): Promise<void> {
    const { record } = this;
    await this.newGame(record.game, record.settings, record.start, this.seats, this.clocks.control);
  }

  /** Take back to the last position in which a person was to move; what came after is removed. */
  async undo(): Promise<void> {
    const history = this.position?.history ?? [];
    let node = this.record.current;
    if (!this.canUndo) return;
    let ply = plyOf(this.record) - 1;
    for (; ply > 0 && this.tab === "Play" && !this.isPersonsPly(history[ply]?.mover); ply -= 1) {
      node = nodeAt(this.record, node).parent;
    }
    await this.remove(node);
  }

  private isPersonsPly(mover: number | undefined): boolean {
    return mover !== undefined && mover >= 0 && (isPerson(this.seats[mover]) || this.seats.every((seat) => !isPerson(seat)));
  }

  async step(by: -1 | 1): Promise<void> {
    const here = nodeAt(this.record, this.record.current);
    const goal = by < 0 ? here.parent : here.children[0];
    if (goal !== undefined && goal !== -1) await this.jump(goal);
  }

  async remove(node: number): Promise<void> {
    this.halt();
    this.running = false;
    this.discarded += 1;
    this.record = cut(this.record, node);
    await this.refresh();
  }

  /** Ask for the position on show; then let a search or the dice go on. */
  async refresh(fault: Fault | null = null): Promise<Fault | null> {
    const mine = ++this.asked;
    const node = this.record.current;
    try {
      const position = await ask<Position>(this.socket, { type: "position", at: this.at, viewers: this.viewers });
      if (mine !== this.asked) return null;
      this.answered = mine;
      this.record = withTexts(this.record, node, position.at.moves ?? []);
      this.position = named(position);
      this.revealed ||= position.over && this.viewers !== null;
      this.fault = fault;
      this.continue();
      return null;
    } catch (error) {
      if (mine !== this.asked) return null;
      this.answered = mine;
      return this.fail(error);
    }
  }

  /** Go on where a search is to move, or dice are to be rolled; a position that is asked for goes on by itself. */
  continue(): void {
    if (this.asked !== this.answered) return;
    const position = this.position;
    if (!position || position.over) {
      this.clocks.stop();
      return;
    }
    if (!this.running || this.revealed || this.tab !== "Play" || this.clocks.expired !== null) return;
    if (position.mover < 0) return void this.roll();
    this.clocks.run(position.mover);
    if (!isPerson(this.seats[position.mover])) this.think(position.mover);
  }

  resume(): void {
    this.running = true;
    this.continue();
  }

  async roll(): Promise<void> {
    if (this.rolling) return;
    this.rolling = true;
    const mine = ++this.rolls;
    try {
      const [rolled] = await Promise.all([
        ask<Rolled>(this.socket, { type: "roll", at: this.at, viewers: this.viewers }),
        new Promise((done) => setTimeout(done, this.rollTime)),
      ]);
      if (mine !== this.rolls) return;
      this.rolling = false;
      await this.advance(rolled.move);
    } catch (error) {
      if (mine !== this.rolls) return;
      this.rolling = false;
      this.running = false;
      this.fail(error);
    }
  }

  /** How long dice are seen to roll. Dealt cards and pages that ask for little motion wait less. */
  get rollTime(): number {
    const still = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still || this.info?.hidden ? 0 : 450;
  }

  private think(seat: number): void {
    const player = this.seats[seat] ?? PERSON;
    const clock = this.clocks.isOn ? { remaining: this.clocks.left(seat), increment: this.clocks.increment } : null;
    const limits = clock ? {} : player.limits;
    this.chooser.start(seat, { at: this.at, viewers: this.viewers, search: player.search, limits, clock });
  }

  /** Stop the search that chooses a move, the dice and the clock. */
  halt(): void {
    this.rolls += 1;
    this.rolling = false;
    this.chooser.stop();
    this.clocks.stop();
  }

  fail(error: unknown): Fault {
    const fault: Fault = error instanceof ServerError
      ? { message: error.message, file: error.file, line: error.line }
      : { message: error instanceof Error ? error.message : String(error), file: null, line: null };
    this.fault = fault;
    return fault;
  }

  private hear(message: Message): void {
    if (message.type === "open") {
      if (!this.connected) void (this.welcome ? this.refresh() : this.start(location.hash));
      this.connected = true;
    } else if (message.type === "closed") {
      this.connected = false;
      this.halt();
      this.running = false;
    } else if (message.type === "changed") this.reload((message as unknown as Changed).game);
    else if (message.type === "error") this.fail(new ServerError(message));
  }

  /** A file was saved: show the same moves under the new rules. */
  private reload(game: GameInfo): void {
    this.games = this.games.map((each) => (each.name === game.name ? game : each));
    if (game.name !== this.record.game) return;
    this.saved += 1;
    this.halt();
    if (game.error) this.fail(new ServerError({ type: "error", code: "rules", ...game.error }));
    else void this.refresh();
  }
}
