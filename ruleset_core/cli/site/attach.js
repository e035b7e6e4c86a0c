// First script of a page in the frame of a game: what the page finds instead of a server.
if (parent === window) location.replace("../index.html");
else parent.attach(window);
