// Tic-tac-toe with boardgame.io's own reducer. For each line that it reads it plays a game, and writes how many moves
// there were and how many seconds all games took so far.
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { INVALID_MOVE } = require("boardgame.io/core");
const readline = require("readline");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((id) => G.cells[id] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};
const reducer = CreateGameReducer({ game });

function play() {
  let state = InitializeGame({ game });
  let moves = 0;
  while (state.ctx.gameover === undefined) {
    const free = state.G.cells.flatMap((cell, id) => (cell === null ? [id] : []));
    const args = [free[Math.floor(Math.random() * free.length)]];
    const payload = { type: "mark", args, playerID: state.ctx.currentPlayer };
    state = reducer(state, { type: "MAKE_MOVE", payload });
    moves += 1;
  }
  return moves;
}

for (let n = 0; n < 500; n += 1) play(); // until node has compiled what is hot
let seconds = 0;
readline.createInterface({ input: process.stdin }).on("line", () => {
  const began = process.cpuUsage();
  const moves = play();
  const { user, system } = process.cpuUsage(began);
  seconds += (user + system) / 1e6;
  console.log(`${moves} ${seconds}`);
});
