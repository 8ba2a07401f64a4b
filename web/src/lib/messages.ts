// Written by `python -m outply.web.typescript` from outply/web/messages.py.

/**
 * A position: moves from the start of a game, or from a position that was set up.
 *
 * game: The name of the game.
 * settings: Parameters of the game; the others have their defaults.
 * start: The first position in the game's notation; null for the game's own.
 * moves: The moves and the outcomes of chance. `?…` is one that the viewers may not see, and
 * `text?…` one that they see but only the server makes.
 */
export interface At {
  game: string;
  settings?: Record<string, unknown>;
  start?: string | null;
  moves?: string[];
}

/**
 * The budget of a search; the server never searches longer than a minute.
 */
export interface Limits {
  seconds?: number | null;
  depth?: number | null;
  nodes?: number | null;
}

/**
 * A player's clock in seconds.
 */
export interface ClockInfo {
  remaining: number;
  increment?: number;
}

/**
 * Ask for the games and searches.
 */
export interface HelloRequest {
  type: "hello";
  id: number;
}

/**
 * Ask for one game, as it is now.
 */
export interface InfoRequest {
  type: "info";
  id: number;
  game: string;
}

/**
 * Stop the request with the number `of`.
 */
export interface StopRequest {
  type: "stop";
  id: number;
  of: number;
}

/**
 * A request about a position.
 *
 * viewers: The seats of people, in a game with hidden information; null hides nothing.
 */
export interface PlaceRequest {
  id: number;
  at: At;
  viewers?: number[] | null;
}

/**
 * Ask for a position: its board, its legal moves, whether it is over.
 */
export interface PositionRequest extends PlaceRequest {
  type: "position";
}

/**
 * Ask for an outcome of chance.
 *
 * seed: Makes it the same each time; null draws any. After a hidden move it is the same anyway.
 */
export interface RollRequest extends PlaceRequest {
  type: "roll";
  seed?: number | null;
}

/**
 * A request that takes a search.
 *
 * search: As on the command line, `mcts:simulations=1000`; empty for the one that fits the game.
 * channel: A newer request on the same channel stops this one; null for one that nothing stops.
 */
export interface SearchRequest extends PlaceRequest {
  search?: string;
  limits?: Limits;
  channel?: string | null;
}

/**
 * Ask for a search's move; answered by `progress` and then `chosen`.
 */
export interface ChooseRequest extends SearchRequest {
  type: "choose";
  clock?: ClockInfo | null;
}

/**
 * Ask for the values of the moves; answered by `analysis`, of which the last is `done`.
 *
 * lines: How many best moves the engine finds; null for all of a few.
 */
export interface AnalyzeRequest extends SearchRequest {
  type: "analyze";
  lines?: number | null;
}

/**
 * Ask for the value of each position of a game; the limits are for each position.
 */
export interface ReviewRequest extends SearchRequest {
  type: "review";
}

/**
 * Ask for the recorded tree of a search, which is also the simplest if none is named.
 *
 * nested: A tree of one's own as nested lists, instead of the game in `at`.
 * cut_on_equality: Whether alpha-beta cuts when a value equals the bound.
 * show_pruned: Whether the values of pruned leaves are computed.
 * most_nodes: How many nodes of the tree are sent, the upper ones first.
 */
export interface TreeRequest extends SearchRequest {
  type: "tree";
  nested?: unknown;
  cut_on_equality?: boolean;
  show_pruned?: boolean;
  most_nodes?: number;
}

/**
 * Ask for a recorded tree as a file.
 *
 * format: `svg`, `animated` (an SVG that plays), `tikz`, `json` or `text`.
 */
export interface TreeExportRequest extends Omit<TreeRequest, "type"> {
  type: "tree_export";
  format?: string;
  windows?: boolean;
}

/**
 * A parameter of a game or of a search.
 *
 * kind: `int`, `float`, `bool`, `str` or another Python type.
 * choices: The values that a page may give besides the default; empty if there are others.
 */
export interface ParameterInfo {
  name: string;
  kind: string;
  default: unknown;
  choices: string[];
}

/**
 * Why the rules of a game cannot be used, and where.
 */
export interface Fault {
  message: string;
  file: string | null;
  line: number | null;
}

/**
 * A game.
 *
 * source: `shipped` or `file`.
 * refused: Each search that cannot take it, and why.
 * error: Why it cannot be loaded, if so; then all but name, title and source are empty.
 */
export interface GameInfo {
  name: string;
  title: string;
  source: string;
  summary: string;
  parameters: ParameterInfo[];
  players: number;
  chance: boolean;
  hidden: boolean;
  has_board: boolean;
  default_search: string;
  refused: Record<string, string>;
  error: Fault | null;
}

/**
 * A search; `records_trees` says whether its tree can be shown.
 */
export interface SearchInfo {
  name: string;
  summary: string;
  parameters: ParameterInfo[];
  records_trees: boolean;
}

/**
 * A tree to start with: a search of a position, or of nested lists.
 */
export interface Example {
  title: string;
  search: string;
  depth: number | null;
  at: At | null;
  nested: unknown;
}

/**
 * cores: How many processors the server has.
 */
export interface Welcome {
  type: "welcome";
  id: number;
  version: string;
  games: GameInfo[];
  searches: SearchInfo[];
  examples: Example[];
  cores: number;
}

/**
 * One game.
 */
export interface Info {
  type: "info";
  id: number;
  game: GameInfo;
}

/**
 * A position as a picture.
 *
 * rows: The text of each cell, top row first; empty where there is no piece.
 * kind: How it is drawn: `grid`, `drop`, `chess`, `checkers`, `points` (backgammon) or `table`.
 */
export interface Board {
  rows: string[][];
  column_labels: string[];
  row_labels: string[];
  kind: string;
}

/**
 * A legal move.
 *
 * cells: The cells to click, as [row, column]; none for a move without a cell of its own.
 * label: The move as people read it.
 */
export interface Legal {
  move: string;
  cells: [number, number][];
  label: string;
}

/**
 * An outcome of chance.
 */
export interface OutcomeInfo {
  move: string;
  probability: number;
}

/**
 * A move of the game.
 *
 * move: Its text, or a token if it is hidden. `at` has the move as it is to be sent back.
 * mover: The player, −1 for chance.
 * hidden: Whether the viewers may not see the move.
 */
export interface PlyInfo {
  move: string;
  mover: number;
  hidden: boolean;
}

/**
 * A position.
 *
 * at: The same position with the moves as the game writes them.
 * text: In the game's notation, or as the viewer sees it.
 * mover: The player to move, −1 for chance; at the end, the player who would be.
 * mover_piece: The piece that every move puts down; null if there is no one such piece.
 * legal: The moves of the player to move; none if the viewers may not see them.
 * outcomes: Where chance is to move, what can happen.
 * reason: By what the game ended, if there is more to say than who won.
 * utilities: The utility of each player, once the game is over.
 * winner: The only player with the highest utility.
 * last_cells: The cells of the last move.
 * viewer: Whose view this is, in a game with hidden information that is not over.
 */
export interface Position {
  type: "position";
  id: number;
  at: At;
  board: Board | null;
  text: string;
  mover: number;
  player_names: string[];
  mover_piece: string | null;
  legal: Legal[];
  outcomes: OutcomeInfo[];
  over: boolean;
  reason: string;
  utilities: number[] | null;
  winner: number | null;
  last_cells: [number, number][];
  history: PlyInfo[];
  viewer: number | null;
}

/**
 * An outcome of chance; `?…` if the viewers may not see it.
 */
export interface Rolled {
  type: "rolled";
  id: number;
  move: string;
}

/**
 * Other searches come first; `place` is 1 for the next one.
 */
export interface Queued {
  type: "queued";
  id: number;
  place: number;
}

/**
 * The rules are being loaded, or compiled for the first time.
 */
export interface Preparing {
  type: "preparing";
  id: number;
}

/**
 * A depth is finished. `chance` is the win probability of player 0, from 0 to 1.
 */
export interface Progress {
  type: "progress";
  id: number;
  depth: number;
  nodes: number;
  seconds: number;
  move: string | null;
  value: number | null;
  chance: number | null;
  line: string[];
}

/**
 * A move with its value.
 *
 * value: For the player who makes it; null if it has none.
 * chance: The win probability of player 0 after it.
 * distance: Plies to the win or loss, if that is known.
 * known: Whether it was searched as deeply as the best move.
 * visits: The simulations through it, for a search that simulates.
 */
export interface AnalyzedMove {
  move: string;
  value: number | null;
  chance: number | null;
  line: string[];
  distance: number | null;
  depth: number;
  known: boolean;
  visits: number | null;
  probability: number | null;
}

/**
 * What a search found; values are for the player to move.
 *
 * proved: Whether the value is the game-theoretic truth.
 * strategy: The probability of each move, for a search that finds a mixed strategy.
 */
export interface ResultInfo {
  move: string | null;
  value: number | null;
  chance: number | null;
  line: string[];
  depth: number;
  nodes: number;
  seconds: number;
  proved: boolean;
  distance: number | null;
  compiled: boolean;
  lines: AnalyzedMove[];
  strategy: Record<string, number>;
}

/**
 * A search's move; `?…` if the viewers may not see it, and then there is no result.
 */
export interface Chosen {
  type: "chosen";
  id: number;
  move: string;
  result: ResultInfo | null;
  seconds: number;
}

/**
 * What is known of a position so far.
 *
 * value: For the player to move, at chance for player 0.
 * enough: Whether the search was deep enough, or has visits enough, to show a value.
 * search: The search, as on the command line.
 */
export interface Analysis {
  type: "analysis";
  id: number;
  depth: number;
  nodes: number;
  seconds: number;
  value: number | null;
  chance: number | null;
  moves: AnalyzedMove[];
  proved: boolean;
  compiled: boolean;
  done: boolean;
  enough: boolean;
  search: string;
}

/**
 * A position of a game, and the move that was made there.
 *
 * ply: How many moves were made before.
 * mover: The player to move; −1 at the end, and where chance is to move.
 * value: For the player to move.
 * best: The best move; null at the end, and where chance is to move.
 * cost: The win probability that the move cost the player who made it; 0 for the best move.
 * verdict: `inaccuracy`, `mistake`, `blunder` or empty.
 */
export interface Reviewed {
  type: "reviewed";
  id: number;
  ply: number;
  mover: number;
  value: number | null;
  chance: number | null;
  best: string | null;
  line: string[];
  cost: number | null;
  verdict: string;
}

/**
 * All positions are reviewed.
 */
export interface ReviewDone {
  type: "review_done";
  id: number;
}

/**
 * A node of a recorded tree; numbers are texts as people read them.
 *
 * parent: The index of the node above; −1 at a root.
 * move: The move or outcome that leads here; empty at a root.
 * probability: That of an outcome; empty below a player.
 * shape: `max`, `min`, `chance`, `player` (one of many), `end` or `cut`.
 * kind: How the visit ended: `utility`, `evaluation`, `value`, `open` (stopped), `cut` (no visit).
 * player: The player to move, −1 for chance.
 * label: The value, marked where it is a bound or an evaluation.
 * alpha, beta: The window on entry; empty if the search has no windows.
 * again: Whether the move was searched before, as in a re-search.
 * changed: Whether the newest path of a genetic search changed the node.
 * principal: Whether the node is on the principal line.
 * rank: The place among the children of its parent, best first.
 * visits: The simulations through the node, −1 for a search without simulations.
 * urgency: What the parent selects it by, such as the UCB value; empty if there is none.
 * reason: Why a branch was cut.
 */
export interface TreeNode {
  parent: number;
  move: string;
  probability: string;
  shape: string;
  kind: string;
  player: number;
  label: string;
  alpha: string;
  beta: string;
  again: boolean;
  changed: boolean;
  principal: boolean;
  rank: number;
  visits: number;
  urgency: string;
  reason: string;
}

/**
 * What a node has after the newest path.
 */
export interface TreeChange {
  node: number;
  label: string;
  visits: number;
  urgency: string;
}

/**
 * A step of a search, with the node's value and window after it.
 *
 * kind: `enter`, `update` (a child's value came back), `cut`, `value` (the visit ends) or `path`.
 * child: The node whose value came back; −1 if none did.
 * cut: The branches that are cut.
 * changes: What the newest path changed.
 */
export interface TreeEvent {
  kind: string;
  node: number;
  value: string;
  alpha: string;
  beta: string;
  text: string;
  child: number;
  cut: number[];
  changes: TreeChange[];
}

/**
 * The recorded tree of a search, parents first.
 *
 * at: The position at the root; the moves of a node lead from there to its position.
 * title: The search, the game and the result.
 * note: Whose side the values are from, and whether they rest on estimates.
 * counts: The number of nodes, leaves and cut branches.
 * cuts_on_equality: Whether the search does; null if it has no choice.
 */
export interface Tree {
  type: "tree";
  id: number;
  at: At;
  title: string;
  note: string;
  counts: string;
  cuts_on_equality: boolean | null;
  nodes: TreeNode[];
  events: TreeEvent[];
}

/**
 * A file for the user to keep.
 */
export interface Exported {
  type: "exported";
  id: number;
  name: string;
  text: string;
}

/**
 * The request `of` does not run any more.
 */
export interface Stopped {
  type: "stopped";
  id: number;
  of: number;
}

/**
 * A file was saved; its game is loaded again.
 */
export interface Changed {
  type: "changed";
  game: GameInfo;
}

/**
 * Why there is no answer.
 *
 * id: The request; null if it is not known.
 * code: `bad_request`, `refused`, `not_yet` (hidden at present), `rules`, `timeout`, `crashed`,
 * `busy` or `internal`.
 * file: The file of the rules that raised, and the line.
 */
export interface Failure {
  type: "error";
  id: number | null;
  message: string;
  code: string;
  file: string | null;
  line: number | null;
}
