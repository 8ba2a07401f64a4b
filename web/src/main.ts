import { mount } from "svelte";

import App from "./App.svelte";
import { LiveSocket } from "./lib/socket";
import "./theme.css";
import "./controls.css";
import { startTheme } from "./ui/theme";

const target = document.getElementById("app");
if (!target) throw new Error("The page has no element #app.");
startTheme();
const socket = new LiveSocket(new URL("./ws", location.href).href.replace(/^http/, "ws").replace(/#.*$/, ""));
export default mount(App, { target, props: { socket } });
